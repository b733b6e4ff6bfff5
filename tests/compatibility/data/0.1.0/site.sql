BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE entries (
	guest VARCHAR(32) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	PRIMARY KEY (guest, game), 
	FOREIGN KEY(game) REFERENCES games (id)
);
INSERT INTO "entries" VALUES('2c3fbf47b7384682445298857f17ad97','934tkyj5b5gb');
INSERT INTO "entries" VALUES('791efaad7ae3773c89918a0756355495','934tkyj5b5gb');
INSERT INTO "entries" VALUES('b815117df938daf979b343b6d49fd517','934tkyj5b5gb');
INSERT INTO "entries" VALUES('9431466dff4cc5c5a8312a43088ffd6e','934tkyj5b5gb');
INSERT INTO "entries" VALUES('2c3fbf47b7384682445298857f17ad97','q7ypvy1kshfd');
INSERT INTO "entries" VALUES('791efaad7ae3773c89918a0756355495','q7ypvy1kshfd');
INSERT INTO "entries" VALUES('b815117df938daf979b343b6d49fd517','q7ypvy1kshfd');
INSERT INTO "entries" VALUES('2c3fbf47b7384682445298857f17ad97','y7pcdtqm8snr');
INSERT INTO "entries" VALUES('791efaad7ae3773c89918a0756355495','mfq2m8svnfk4');
INSERT INTO "entries" VALUES('2c3fbf47b7384682445298857f17ad97','mfq2m8svnfk4');
INSERT INTO "entries" VALUES('2c3fbf47b7384682445298857f17ad97','jp1s5m9s0y28');
INSERT INTO "entries" VALUES('b815117df938daf979b343b6d49fd517','mq2anb4z8adz');
INSERT INTO "entries" VALUES('9431466dff4cc5c5a8312a43088ffd6e','mq2anb4z8adz');
INSERT INTO "entries" VALUES('2c3fbf47b7384682445298857f17ad97','cc83hg3fq25p');
INSERT INTO "entries" VALUES('791efaad7ae3773c89918a0756355495','cc83hg3fq25p');
INSERT INTO "entries" VALUES('9431466dff4cc5c5a8312a43088ffd6e','d6d853dmvgcw');
INSERT INTO "entries" VALUES('2c3fbf47b7384682445298857f17ad97','d6d853dmvgcw');
INSERT INTO "entries" VALUES('791efaad7ae3773c89918a0756355495','1gmv74t169xs');
INSERT INTO "entries" VALUES('344d15c483353936543b9564ac6bac5a','qj5vzz0xsxbe');
INSERT INTO "entries" VALUES('12c325d33475ad3eb2228e0fd156c534','qj5vzz0xsxbe');
INSERT INTO "entries" VALUES('791efaad7ae3773c89918a0756355495','156fzm2jr1zn');
INSERT INTO "entries" VALUES('2c3fbf47b7384682445298857f17ad97','156fzm2jr1zn');
CREATE TABLE games (
	id VARCHAR(40) NOT NULL, 
	stage VARCHAR(10) NOT NULL, 
	public BOOLEAN NOT NULL, 
	created FLOAT NOT NULL, 
	updated FLOAT NOT NULL, 
	"row" TEXT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "games" VALUES('934tkyj5b5gb','table',0,1740855632.926,1740855633.388,'{"id":"934tkyj5b5gb","map":"london","title":"London","stage":"table","public":false,"created":1740855632.926,"updated":1740855633.388,"seats":[{"kind":"person","name":"Ada","colour":"red"},{"kind":"person","name":"Žofie","colour":"blue"},{"kind":"open","name":"","colour":"black"},{"kind":"bot","name":"Easy bot","colour":"yellow"}],"options":["replacement_wild","single_draw"],"clock":1209600,"served":true}');
INSERT INTO "games" VALUES('q7ypvy1kshfd','playing',1,1740855633.435,1740855638.003,'{"id":"q7ypvy1kshfd","map":"london","title":"London","stage":"playing","public":true,"created":1740855633.435,"updated":1740855638.003,"seats":[{"kind":"person","name":"小林","colour":"white","score":2},{"kind":"person","name":"Ada","colour":"red","score":2},{"kind":"bot","name":"Easy bot","colour":"yellow","score":2},{"kind":"person","name":"Žofie","colour":"green","score":4}],"options":["replacement_wild","single_draw"],"served":true}');
INSERT INTO "games" VALUES('y7pcdtqm8snr','playing',0,1740855648.146,1740855651.752,'{"id":"y7pcdtqm8snr","map":"usa","title":"USA","stage":"playing","public":false,"created":1740855648.146,"updated":1740855651.752,"seats":[{"kind":"person","name":"Ada","colour":"red","score":0},{"kind":"person","name":"Ada’s mother","colour":"blue","score":0},{"kind":"bot","name":"Easy bot","colour":"green","score":0},{"kind":"bot","name":"Easy bot 2","colour":"yellow","score":0},{"kind":"bot","name":"Easy bot 3","colour":"black","score":0}],"options":[],"served":true}');
INSERT INTO "games" VALUES('mfq2m8svnfk4','playing',0,1740855651.811,1740855651.974,'{"id":"mfq2m8svnfk4","map":"mini","title":"Mini","stage":"playing","public":false,"created":1740855651.811,"updated":1740855651.974,"seats":[{"kind":"person","name":"Ada","colour":"red","score":0},{"kind":"person","name":"Žofie","colour":"green","score":0}],"options":[],"served":false}');
INSERT INTO "games" VALUES('jp1s5m9s0y28','playing',1,1740855654.486,1740855687.945,'{"id":"jp1s5m9s0y28","map":"uk","title":"United Kingdom","stage":"playing","public":true,"created":1740855654.486,"updated":1740855687.945,"seats":[{"kind":"bot","name":"Easy bot","colour":"blue","score":5},{"kind":"person","name":"Ada","colour":"red","score":5}],"options":["advanced","single_draw"],"served":true}');
INSERT INTO "games" VALUES('mq2anb4z8adz','playing',0,1740855688.236,1740855697.691,'{"id":"mq2anb4z8adz","map":"map-c2bd5d2404b4428e","title":"Everything","stage":"playing","public":false,"created":1740855688.236,"updated":1740855697.691,"seats":[{"kind":"bot","name":"Easy bot","colour":"red","score":5},{"kind":"person","name":"小林","colour":"white","score":1},{"kind":"person","name":"Guest 8261","colour":"black","score":2}],"options":["advanced","single_draw"],"served":true}');
INSERT INTO "games" VALUES('cc83hg3fq25p','over',1,1740855697.913,1740855716.881,'{"id":"cc83hg3fq25p","map":"paris","title":"Paris","stage":"over","public":true,"created":1740855697.913,"updated":1740855716.881,"seats":[{"kind":"bot","name":"Medium bot","colour":"green","score":25,"won":true},{"kind":"person","name":"Ada","colour":"red","score":10},{"kind":"person","name":"Žofie","colour":"blue","score":-7}],"options":[],"clock":10,"served":true}');
INSERT INTO "games" VALUES('d6d853dmvgcw','over',1,1740855717.182,1740855720.872,'{"id":"d6d853dmvgcw","map":"mini","title":"Mini","stage":"over","public":true,"created":1740855717.182,"updated":1740855720.872,"seats":[{"kind":"person","name":"Ada","colour":"blue","score":-39},{"kind":"person","name":"Guest 8261","colour":"black","score":-19},{"kind":"bot","name":"Medium bot","colour":"red","score":-3,"won":true}],"options":[],"served":true}');
INSERT INTO "games" VALUES('1gmv74t169xs','over',0,1740855722.404,1740855722.404,'{"id":"1gmv74t169xs","map":"uk","title":"United Kingdom","stage":"over","public":false,"created":1740855722.404,"updated":1740855722.404,"seats":[{"kind":"bot","name":"Ada","colour":"blue","score":83},{"kind":"bot","name":"Žofie Dvořáková","colour":"red","score":99,"won":true}],"options":["advanced"],"served":true}');
INSERT INTO "games" VALUES('qj5vzz0xsxbe','playing',0,1740855724.759,1740855726.185,'{"id":"qj5vzz0xsxbe","map":"mini","title":"Mini","stage":"playing","public":false,"created":1740855724.759,"updated":1740855726.185,"seats":[{"kind":"person","name":"Guest 5091","colour":"blue","score":0},{"kind":"person","name":"Guest 4076","colour":"purple","score":1}],"options":[],"clock":1209600,"served":true}');
INSERT INTO "games" VALUES('156fzm2jr1zn','table',1,1740855726.441,1740855726.441,'{"id":"156fzm2jr1zn","map":"paris","title":"Paris","stage":"table","public":true,"created":1740855726.441,"updated":1740855726.441,"seats":[{"kind":"person","name":"Ada","colour":"red"},{"kind":"person","name":"Žofie","colour":"blue"},{"kind":"bot","name":"Medium bot","colour":"green"}],"options":[],"clock":10,"served":true}');
CREATE TABLE guests (
	id VARCHAR(32) NOT NULL, 
	name VARCHAR(80) NOT NULL, 
	colour VARCHAR(20) NOT NULL, 
	created FLOAT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "guests" VALUES('2c3fbf47b7384682445298857f17ad97','Ada','red',1740855632.116);
INSERT INTO "guests" VALUES('791efaad7ae3773c89918a0756355495','Žofie','green',1740855632.259);
INSERT INTO "guests" VALUES('b815117df938daf979b343b6d49fd517','小林','white',1740855632.538);
CREATE TABLE maps (
	hash VARCHAR(64) NOT NULL, 
	name VARCHAR(80) NOT NULL, 
	text TEXT NOT NULL, 
	guest VARCHAR(32), 
	created FLOAT NOT NULL, 
	PRIMARY KEY (hash)
);
INSERT INTO "maps" VALUES('d40ddc28b9bd368c09ac3408dba732316a7a25cbb7950b4e957cae6325262caa','london','# Buses through the middle of London in the 1960s: a game of a quarter of an hour.

[about]
name    = "London"
summary = "A quick race of double-deckers, with points for joining up whole districts."
origin  = "published"

[players]
least  = 2
most   = 4
pieces = 17
piece  = "bus"

[cards]
colors = { blue = 6, green = 6, black = 6, pink = 6, yellow = 6, orange = 6 }
wild   = 8
first_hand     = 2
market         = 5
reset_at_wilds = 3

[rules]
first_tickets    = { deal = 2, keep = 1 }
later_tickets    = { deal = 2, keep = 1 }
both_tracks_from = 3
last_round_at    = 2

[scoring]
routes = { 1 = 1, 2 = 2, 3 = 4, 4 = 7 }
ties   = ["tickets"]

[options]
single_draw      = { about = "A player drawing cards may stop after the first one." }
replacement_wild = { about = "A wild that comes up in place of the first card may be taken as the second." }

[presets]
reference-manual = { about = "The two readings of a well-known reference manual that differ from the leaflet.", options = ["single_draw", "replacement_wild"] }

# Where each place lies, in degrees. Routes and tickets use these names.
[cities]
"Regent''s Park"     = { lat = 51.5300, lon = -0.1530 }
"Baker Street"      = { lat = 51.5226, lon = -0.1571 }
"Hyde Park"         = { lat = 51.5073, lon = -0.1657 }
"King''s Cross"      = { lat = 51.5308, lon = -0.1238 }
"British Museum"    = { lat = 51.5194, lon = -0.1270 }
"Covent Garden"     = { lat = 51.5117, lon = -0.1240 }
"Piccadilly Circus" = { lat = 51.5101, lon = -0.1340 }
"Trafalgar Square"  = { lat = 51.5080, lon = -0.1281 }
"Buckingham Palace" = { lat = 51.5014, lon = -0.1419 }
"Big Ben"           = { lat = 51.5007, lon = -0.1246 }
Waterloo            = { lat = 51.5031, lon = -0.1132 }
"Globe Theatre"     = { lat = 51.5081, lon = -0.0972 }
"Elephant & Castle" = { lat = 51.4946, lon = -0.1005 }
"The Charterhouse"  = { lat = 51.5213, lon = -0.1003 }
"St Paul''s"         = { lat = 51.5138, lon = -0.0984 }
"Brick Lane"        = { lat = 51.5220, lon = -0.0717 }
"Tower of London"   = { lat = 51.5081, lon = -0.0759 }

# From, to, spaces, colour. Two tracks of one length between the same places are a double.
[routes]
tracks = [
  ["Regent''s Park",     "Baker Street",      2,  "blue"],
  ["Regent''s Park",     "King''s Cross",      3,  "green"],
  ["Regent''s Park",     "British Museum",    3,  "yellow"],
  ["Baker Street",      "British Museum",    4,  "orange"],
  ["Baker Street",      "Piccadilly Circus", 4,  "gray"],
  ["Baker Street",      "Hyde Park",         4,  "black"],
  ["King''s Cross",      "British Museum",    2,  "black"],
  ["King''s Cross",      "The Charterhouse",  3,  "pink"],
  ["British Museum",    "The Charterhouse",  4,  "blue"],
  ["British Museum",    "Piccadilly Circus", 2,  "gray"],
  ["British Museum",    "Covent Garden",     1,  "gray"],
  ["British Museum",    "Covent Garden",     1,  "gray"],
  ["Piccadilly Circus", "Covent Garden",     1,  "green"],
  ["Piccadilly Circus", "Covent Garden",     1,  "yellow"],
  ["Piccadilly Circus", "Trafalgar Square",  1,  "blue"],
  ["Piccadilly Circus", "Trafalgar Square",  1,  "orange"],
  ["Piccadilly Circus", "Hyde Park",         2,  "gray"],
  ["Piccadilly Circus", "Hyde Park",         2,  "gray"],
  ["Piccadilly Circus", "Buckingham Palace", 2,  "pink"],
  ["Covent Garden",     "Trafalgar Square",  1,  "black"],
  ["Covent Garden",     "Trafalgar Square",  1,  "pink"],
  ["Covent Garden",     "St Paul''s",         3,  "gray"],
  ["Covent Garden",     "St Paul''s",         3,  "gray"],
  ["Hyde Park",         "Buckingham Palace", 1,  "yellow"],
  ["Hyde Park",         "Buckingham Palace", 1,  "orange"],
  ["Buckingham Palace", "Trafalgar Square",  2,  "gray"],
  ["Buckingham Palace", "Big Ben",           2,  "green"],
  ["Trafalgar Square",  "Big Ben",           1,  "gray"],
  ["Trafalgar Square",  "Waterloo",          2,  "gray"],
  ["Big Ben",           "Waterloo",          1,  "blue"],
  ["Big Ben",           "Elephant & Castle", 3,  "yellow"],
  ["Waterloo",          "Globe Theatre",     2,  "pink"],
  ["Waterloo",          "Elephant & Castle", 2,  "orange"],
  ["Globe Theatre",     "Elephant & Castle", 2,  "green"],
  ["Globe Theatre",     "St Paul''s",         1,  "gray"],
  ["Globe Theatre",     "St Paul''s",         1,  "gray"],
  ["Globe Theatre",     "Tower of London",   3,  "gray"],
  ["Elephant & Castle", "Tower of London",   4,  "black"],
  ["St Paul''s",         "The Charterhouse",  1,  "black"],
  ["St Paul''s",         "Brick Lane",        3,  "orange"],
  ["St Paul''s",         "Tower of London",   3,  "yellow"],
  ["St Paul''s",         "Tower of London",   3,  "pink"],
  ["The Charterhouse",  "Brick Lane",        3,  "green"],
  ["Brick Lane",        "Tower of London",   3,  "blue"],
]

# From, to, points.
[tickets]
cards = [
  ["British Museum",    "Piccadilly Circus",  2],
  ["Hyde Park",         "Covent Garden",      3],
  ["Piccadilly Circus", "Waterloo",           3],
  ["Trafalgar Square",  "Globe Theatre",      4],
  ["Globe Theatre",     "Brick Lane",         4],
  ["British Museum",    "St Paul''s",          4],
  ["British Museum",    "Waterloo",           4],
  ["Trafalgar Square",  "St Paul''s",          4],
  ["Big Ben",           "The Charterhouse",   5],
  ["Regent''s Park",     "Piccadilly Circus",  5],
  ["Baker Street",      "Trafalgar Square",   5],
  ["Buckingham Palace", "Elephant & Castle",  5],
  ["Big Ben",           "Tower of London",    6],
  ["King''s Cross",      "Buckingham Palace",  6],
  ["Hyde Park",         "St Paul''s",          6],
  ["Covent Garden",     "Tower of London",    6],
  ["King''s Cross",      "Tower of London",    7],
  ["Regent''s Park",     "Elephant & Castle",  9],
  ["Buckingham Palace", "Brick Lane",         9],
  ["Baker Street",      "Tower of London",   11],
]

# Join every place of a district to earn its number.
[districts]
1 = { color = "black", cities = ["British Museum", "Covent Garden"] }
2 = { color = "green", cities = ["Piccadilly Circus", "Trafalgar Square", "Buckingham Palace", "Big Ben"] }
3 = { color = "blue",  cities = ["Waterloo", "Globe Theatre", "Elephant & Castle"] }
4 = { color = "gold",  cities = ["The Charterhouse", "St Paul''s", "Brick Lane", "Tower of London"] }
5 = { color = "red",   cities = ["Regent''s Park", "Baker Street", "Hyde Park", "King''s Cross"] }

# How the board looks: London in the 1960s.
[theme]
title    = "London"
subtitle = "Central buses · 1965"
type     = "humanist"
frame    = "double"
water    = "lines"
paper    = "#fbf7ee"
sea      = "#a9cbe0"
land     = "#efe9dc"
coast    = "#44708f"
park     = "#bfd69f"
ink      = "#18233d"
accent   = "#c4122f"

# What lies on the ground, as [lat, lon] points.
[scenery]
rivers = [
  { name = "Thames", width = 30, divides = true, line = [[51.48, -0.19], [51.4835, -0.17], [51.484, -0.155], [51.4855, -0.138], [51.4873, -0.1273], [51.4944, -0.1232], [51.5009, -0.1217], [51.5063, -0.1198], [51.509, -0.1165], [51.5104, -0.111], [51.51, -0.1045], [51.5096, -0.0984], [51.509, -0.0942], [51.508, -0.0877], [51.5056, -0.0754], [51.5035, -0.065], [51.502, -0.058], [51.505, -0.051], [51.5065, -0.042]] },
]
lakes = [
  { name = "The Serpentine", outline = [[51.511, -0.1755], [51.5085, -0.1727], [51.5058, -0.1665], [51.5046, -0.1605], [51.5056, -0.1605], [51.5068, -0.1675], [51.509, -0.1712]] },
]
parks = [
  { name = "Hyde Park", round = false, outline = [[51.5132, -0.159], [51.512, -0.174], [51.5105, -0.187], [51.5025, -0.185], [51.502, -0.16], [51.5027, -0.1527], [51.508, -0.1555]] },
  { name = "Regent''s Park", outline = [[51.5355, -0.164], [51.5372, -0.156], [51.535, -0.147], [51.529, -0.1465], [51.5252, -0.15], [51.5252, -0.156], [51.528, -0.165], [51.532, -0.168]] },
  { name = "Green Park", round = false, outline = [[51.5028, -0.1505], [51.507, -0.142], [51.5038, -0.1395], [51.5018, -0.143]] },
  { name = "St James''s Park", round = false, outline = [[51.5046, -0.1385], [51.506, -0.13], [51.5013, -0.1292], [51.5005, -0.1375], [51.5015, -0.14]] },
  { name = "Palace Gardens", round = false, outline = [[51.5015, -0.1435], [51.5022, -0.15], [51.4985, -0.149], [51.499, -0.144]] },
  { name = "Lincoln''s Inn Fields", round = false, outline = [[51.5168, -0.118], [51.5168, -0.1148], [51.5152, -0.1148], [51.5152, -0.118]] },
  { name = "War Museum Park", round = false, outline = [[51.4972, -0.1105], [51.4968, -0.1065], [51.4948, -0.107], [51.4952, -0.1108]] },
  { name = "Bunhill Fields", round = false, outline = [[51.5243, -0.0898], [51.524, -0.0878], [51.523, -0.088], [51.5232, -0.09]] },
  { name = "Victoria Park", outline = [[51.535, -0.054], [51.539, -0.042], [51.534, -0.036], [51.532, -0.048]] },
]
streets = [
  { name = "Euston Road", line = [[51.5205, -0.172], [51.5225, -0.1571], [51.5237, -0.144], [51.5258, -0.138], [51.5282, -0.1335], [51.5308, -0.1238], [51.5315, -0.112], [51.532, -0.106], [51.527, -0.088], [51.519, -0.0885], [51.5133, -0.089]] },
  { name = "Oxford Street", line = [[51.5132, -0.159], [51.5152, -0.142], [51.5163, -0.1305], [51.5174, -0.12], [51.518, -0.111], [51.5158, -0.102], [51.5137, -0.094], [51.5133, -0.089], [51.514, -0.078], [51.5155, -0.07], [51.518, -0.06], [51.522, -0.048]] },
  { name = "Bayswater Road", line = [[51.5132, -0.159], [51.511, -0.178], [51.509, -0.195]] },
  { name = "Piccadilly", line = [[51.5027, -0.1527], [51.5068, -0.1425], [51.5101, -0.134]] },
  { name = "Regent Street", line = [[51.5101, -0.134], [51.5125, -0.14], [51.5152, -0.142], [51.5185, -0.1435], [51.5237, -0.144]] },
  { name = "Strand", line = [[51.508, -0.1281], [51.5105, -0.1205], [51.5132, -0.113], [51.5143, -0.106], [51.5138, -0.0984]] },
  { name = "Whitehall", line = [[51.508, -0.1281], [51.504, -0.1262], [51.5007, -0.1255], [51.494, -0.1255], [51.488, -0.129]] },
  { name = "The Mall", line = [[51.5072, -0.129], [51.5018, -0.141]] },
  { name = "Kingsway", line = [[51.5125, -0.117], [51.5175, -0.12], [51.5225, -0.1245], [51.5285, -0.129]] },
  { name = "Charing Cross Road", line = [[51.508, -0.1281], [51.513, -0.1287], [51.5163, -0.1305], [51.5205, -0.134], [51.525, -0.1385], [51.5345, -0.1385]] },
  { name = "Park Lane", line = [[51.5027, -0.1527], [51.5132, -0.159], [51.5205, -0.172], [51.526, -0.18]] },
  { name = "Baker Street", line = [[51.5142, -0.152], [51.5226, -0.1571]] },
  { name = "Knightsbridge", line = [[51.5027, -0.1527], [51.5015, -0.162], [51.4985, -0.17], [51.4955, -0.18]] },
  { name = "Victoria Street", line = [[51.5, -0.127], [51.4965, -0.143], [51.492, -0.148]] },
  { name = "Grosvenor Place", line = [[51.5027, -0.1527], [51.4975, -0.148], [51.4965, -0.143]] },
  { name = "Gray''s Inn Road", line = [[51.5308, -0.1238], [51.525, -0.115], [51.518, -0.111]] },
  { name = "Farringdon Road", line = [[51.5308, -0.12], [51.5225, -0.1075], [51.515, -0.1045], [51.5098, -0.1045], [51.504, -0.1045], [51.4985, -0.105], [51.4946, -0.1005]] },
  { name = "Westminster Bridge Road", line = [[51.5007, -0.1255], [51.5009, -0.1217], [51.5, -0.115], [51.4985, -0.105]] },
  { name = "Waterloo Road", line = [[51.5115, -0.1185], [51.5087, -0.1165], [51.5031, -0.1132], [51.4985, -0.105]] },
  { name = "Borough High Street", line = [[51.5133, -0.089], [51.508, -0.0877], [51.504, -0.09], [51.5, -0.094], [51.4946, -0.1005], [51.488, -0.096]] },
  { name = "Kennington Road", line = [[51.5, -0.115], [51.493, -0.111], [51.487, -0.108]] },
  { name = "Tower Bridge Road", line = [[51.4946, -0.1005], [51.494, -0.087], [51.4985, -0.081], [51.5055, -0.0754], [51.5105, -0.073], [51.5155, -0.073]] },
  { name = "Bishopsgate", line = [[51.5133, -0.086], [51.519, -0.0795], [51.527, -0.0785], [51.536, -0.0775]] },
  { name = "Commercial Street", line = [[51.5155, -0.0725], [51.524, -0.0765]] },
  { name = "Jamaica Road", line = [[51.5, -0.079], [51.4985, -0.064], [51.499, -0.053]] },
  { name = "Camden High Street", line = [[51.5282, -0.1335], [51.5345, -0.1385], [51.54, -0.143]] },
  { name = "Caledonian Road", line = [[51.5308, -0.1238], [51.538, -0.118]] },
]
',NULL,1740855632.894);
INSERT INTO "maps" VALUES('a38c14766a9bde11d592912b53e7b845f9cc0e47d6675df844b23443594e4546','usa','# The railways of North America, around 1900.

[about]
name    = "USA"
summary = "Coast to coast by rail: long tickets, one great network, and ten points for the longest path."
origin  = "published"

[players]
least  = 2
most   = 5
pieces = 45
piece  = "train"

[cards]
colors = { red = 12, orange = 12, yellow = 12, green = 12, blue = 12, purple = 12, white = 12, black = 12 }
wild   = 14
first_hand     = 4
market         = 5
reset_at_wilds = 3    # this many wilds face up, and the market is dealt anew

[rules]
first_tickets    = { deal = 3, keep = 2 }
later_tickets    = { deal = 3, keep = 1 }
both_tracks_from = 4  # with fewer players, one claimed track of a double closes the other
last_round_at    = 2  # a turn ended with this many pieces or fewer starts the last round

[scoring]
routes       = { 1 = 1, 2 = 2, 3 = 4, 4 = 7, 5 = 10, 6 = 15 }
longest_path = 10
ties         = ["tickets", "longest path"]

[options]
single_draw      = { about = "A player drawing cards may stop after the first one." }
replacement_wild = { about = "A wild that comes up in place of the first card may be taken as the second." }

# Where each place lies, in degrees. Routes and tickets use these names.
[cities]
Atlanta           = { lat = 33.75, lon =  -84.39 }
Boston            = { lat = 42.36, lon =  -71.06 }
Calgary           = { lat = 51.05, lon = -114.07 }
Charleston        = { lat = 32.78, lon =  -79.93 }
Chicago           = { lat = 41.88, lon =  -87.63 }
Dallas            = { lat = 32.78, lon =  -96.80 }
Denver            = { lat = 39.74, lon = -104.99 }
Duluth            = { lat = 46.79, lon =  -92.10 }
"El Paso"         = { lat = 31.76, lon = -106.49 }
Helena            = { lat = 46.59, lon = -112.04 }
Houston           = { lat = 29.76, lon =  -95.37 }
"Kansas City"     = { lat = 39.10, lon =  -94.58 }
"Las Vegas"       = { lat = 36.17, lon = -115.14 }
"Little Rock"     = { lat = 34.75, lon =  -92.29 }
"Los Angeles"     = { lat = 34.05, lon = -118.24 }
Miami             = { lat = 25.76, lon =  -80.19 }
"Montréal"        = { lat = 45.50, lon =  -73.57 }
Nashville         = { lat = 36.16, lon =  -86.78 }
"New Orleans"     = { lat = 29.95, lon =  -90.07 }
"New York"        = { lat = 40.71, lon =  -74.01 }
"Oklahoma City"   = { lat = 35.47, lon =  -97.52 }
Omaha             = { lat = 41.26, lon =  -95.93 }
Phoenix           = { lat = 33.45, lon = -112.07 }
Pittsburgh        = { lat = 40.44, lon =  -80.00 }
Portland          = { lat = 45.52, lon = -122.68 }
Raleigh           = { lat = 35.78, lon =  -78.64 }
"Saint Louis"     = { lat = 38.63, lon =  -90.20 }
"Salt Lake City"  = { lat = 40.76, lon = -111.89 }
"San Francisco"   = { lat = 37.77, lon = -122.42 }
"Santa Fe"        = { lat = 35.69, lon = -105.94 }
"Sault St. Marie" = { lat = 46.50, lon =  -84.35 }
Seattle           = { lat = 47.61, lon = -122.33 }
Toronto           = { lat = 43.65, lon =  -79.38 }
Vancouver         = { lat = 49.28, lon = -123.12 }
Washington        = { lat = 38.91, lon =  -77.04 }
Winnipeg          = { lat = 49.90, lon =  -97.14 }

# From, to, spaces, colour. Two tracks of one length between the same places are a double.
[routes]
tracks = [
  ["Atlanta",         "Charleston",      2,  "gray"],
  ["Atlanta",         "Miami",           5,  "blue"],
  ["Atlanta",         "Nashville",       1,  "gray"],
  ["Atlanta",         "New Orleans",     4,  "orange"],
  ["Atlanta",         "New Orleans",     4,  "yellow"],
  ["Atlanta",         "Raleigh",         2,  "gray"],
  ["Atlanta",         "Raleigh",         2,  "gray"],
  ["Boston",          "Montréal",        2,  "gray"],
  ["Boston",          "Montréal",        2,  "gray"],
  ["Boston",          "New York",        2,  "red"],
  ["Boston",          "New York",        2,  "yellow"],
  ["Calgary",         "Helena",          4,  "gray"],
  ["Calgary",         "Seattle",         4,  "gray"],
  ["Calgary",         "Vancouver",       3,  "gray"],
  ["Calgary",         "Winnipeg",        6,  "white"],
  ["Charleston",      "Miami",           4,  "purple"],
  ["Charleston",      "Raleigh",         2,  "gray"],
  ["Chicago",         "Duluth",          3,  "red"],
  ["Chicago",         "Omaha",           4,  "blue"],
  ["Chicago",         "Pittsburgh",      3,  "orange"],
  ["Chicago",         "Pittsburgh",      3,  "black"],
  ["Chicago",         "Saint Louis",     2,  "green"],
  ["Chicago",         "Saint Louis",     2,  "white"],
  ["Chicago",         "Toronto",         4,  "white"],
  ["Dallas",          "El Paso",         4,  "red"],
  ["Dallas",          "Houston",         1,  "gray"],
  ["Dallas",          "Houston",         1,  "gray"],
  ["Dallas",          "Little Rock",     2,  "gray"],
  ["Dallas",          "Oklahoma City",   2,  "gray"],
  ["Dallas",          "Oklahoma City",   2,  "gray"],
  ["Denver",          "Helena",          4,  "green"],
  ["Denver",          "Kansas City",     4,  "orange"],
  ["Denver",          "Kansas City",     4,  "black"],
  ["Denver",          "Oklahoma City",   4,  "red"],
  ["Denver",          "Omaha",           4,  "purple"],
  ["Denver",          "Phoenix",         5,  "white"],
  ["Denver",          "Salt Lake City",  3,  "red"],
  ["Denver",          "Salt Lake City",  3,  "yellow"],
  ["Denver",          "Santa Fe",        2,  "gray"],
  ["Duluth",          "Helena",          6,  "orange"],
  ["Duluth",          "Omaha",           2,  "gray"],
  ["Duluth",          "Omaha",           2,  "gray"],
  ["Duluth",          "Sault St. Marie", 3,  "gray"],
  ["Duluth",          "Toronto",         6,  "purple"],
  ["Duluth",          "Winnipeg",        4,  "black"],
  ["El Paso",         "Houston",         6,  "green"],
  ["El Paso",         "Los Angeles",     6,  "black"],
  ["El Paso",         "Oklahoma City",   5,  "yellow"],
  ["El Paso",         "Phoenix",         3,  "gray"],
  ["El Paso",         "Santa Fe",        2,  "gray"],
  ["Helena",          "Omaha",           5,  "red"],
  ["Helena",          "Salt Lake City",  3,  "purple"],
  ["Helena",          "Seattle",         6,  "yellow"],
  ["Helena",          "Winnipeg",        4,  "blue"],
  ["Houston",         "New Orleans",     2,  "gray"],
  ["Kansas City",     "Oklahoma City",   2,  "gray"],
  ["Kansas City",     "Oklahoma City",   2,  "gray"],
  ["Kansas City",     "Omaha",           1,  "gray"],
  ["Kansas City",     "Omaha",           1,  "gray"],
  ["Kansas City",     "Saint Louis",     2,  "blue"],
  ["Kansas City",     "Saint Louis",     2,  "purple"],
  ["Las Vegas",       "Los Angeles",     2,  "gray"],
  ["Las Vegas",       "Salt Lake City",  3,  "orange"],
  ["Little Rock",     "Nashville",       3,  "white"],
  ["Little Rock",     "New Orleans",     3,  "green"],
  ["Little Rock",     "Oklahoma City",   2,  "gray"],
  ["Little Rock",     "Saint Louis",     2,  "gray"],
  ["Los Angeles",     "Phoenix",         3,  "gray"],
  ["Los Angeles",     "San Francisco",   3,  "yellow"],
  ["Los Angeles",     "San Francisco",   3,  "purple"],
  ["Miami",           "New Orleans",     6,  "red"],
  ["Montréal",        "New York",        3,  "blue"],
  ["Montréal",        "Sault St. Marie", 5,  "black"],
  ["Montréal",        "Toronto",         3,  "gray"],
  ["Nashville",       "Pittsburgh",      4,  "yellow"],
  ["Nashville",       "Raleigh",         3,  "black"],
  ["Nashville",       "Saint Louis",     2,  "gray"],
  ["New York",        "Pittsburgh",      2,  "green"],
  ["New York",        "Pittsburgh",      2,  "white"],
  ["New York",        "Washington",      2,  "orange"],
  ["New York",        "Washington",      2,  "black"],
  ["Oklahoma City",   "Santa Fe",        3,  "blue"],
  ["Phoenix",         "Santa Fe",        3,  "gray"],
  ["Pittsburgh",      "Raleigh",         2,  "gray"],
  ["Pittsburgh",      "Saint Louis",     5,  "green"],
  ["Pittsburgh",      "Toronto",         2,  "gray"],
  ["Pittsburgh",      "Washington",      2,  "gray"],
  ["Portland",        "Salt Lake City",  6,  "blue"],
  ["Portland",        "San Francisco",   5,  "green"],
  ["Portland",        "San Francisco",   5,  "purple"],
  ["Portland",        "Seattle",         1,  "gray"],
  ["Portland",        "Seattle",         1,  "gray"],
  ["Raleigh",         "Washington",      2,  "gray"],
  ["Raleigh",         "Washington",      2,  "gray"],
  ["Salt Lake City",  "San Francisco",   5,  "orange"],
  ["Salt Lake City",  "San Francisco",   5,  "white"],
  ["Sault St. Marie", "Toronto",         2,  "gray"],
  ["Sault St. Marie", "Winnipeg",        6,  "gray"],
  ["Seattle",         "Vancouver",       1,  "gray"],
  ["Seattle",         "Vancouver",       1,  "gray"],
]

# From, to, points.
[tickets]
cards = [
  ["Boston",          "Miami",          12],
  ["Calgary",         "Phoenix",        13],
  ["Calgary",         "Salt Lake City",  7],
  ["Chicago",         "New Orleans",     7],
  ["Chicago",         "Santa Fe",        9],
  ["Dallas",          "New York",       11],
  ["Denver",          "El Paso",         4],
  ["Denver",          "Pittsburgh",     11],
  ["Duluth",          "El Paso",        10],
  ["Duluth",          "Houston",         8],
  ["Helena",          "Los Angeles",     8],
  ["Kansas City",     "Houston",         5],
  ["Los Angeles",     "Chicago",        16],
  ["Los Angeles",     "Miami",          20],
  ["Los Angeles",     "New York",       21],
  ["Montréal",        "Atlanta",         9],
  ["Montréal",        "New Orleans",    13],
  ["New York",        "Atlanta",         6],
  ["Portland",        "Nashville",      17],
  ["Portland",        "Phoenix",        11],
  ["San Francisco",   "Atlanta",        17],
  ["Sault St. Marie", "Nashville",       8],
  ["Sault St. Marie", "Oklahoma City",   9],
  ["Seattle",         "Los Angeles",     9],
  ["Seattle",         "New York",       22],
  ["Toronto",         "Miami",          10],
  ["Vancouver",       "Montréal",       20],
  ["Vancouver",       "Santa Fe",       13],
  ["Winnipeg",        "Houston",        12],
  ["Winnipeg",        "Little Rock",    11],
]

# How the board looks: a railway poster of 1900.
[theme]
title    = "USA"
subtitle = "By rail from sea to sea · 1900"
type     = "poster"
frame    = "poster"
water    = "lines"
paper    = "#f7ead0"
sea      = "#a8cdc8"
land     = "#f3e0b5"
abroad   = "#e5cf9f"
coast    = "#3d7276"
border   = "#a0703a"
ink      = "#2b1c16"
accent   = "#a92f1c"

# What lies on the ground, as [lat, lon] points.
[scenery]
lakes = [
  { name = "Lake Superior", outline = [[46.7, -92.1], [47.3, -91.2], [47.8, -90.2], [48.3, -89.2], [48.75, -88.3], [48.85, -87.3], [48.7, -86.3], [48.1, -85.0], [47.6, -84.9], [46.9, -84.7], [46.5, -84.7], [46.75, -85.3], [46.65, -86.2], [46.5, -87.3], [46.9, -87.8], [47.45, -87.9], [47.1, -88.7], [46.8, -89.8], [46.65, -90.6], [46.9, -91.0]] },
  { name = "Lake Michigan", outline = [[45.95, -85.0], [46.0, -86.2], [45.7, -87.0], [45.0, -87.5], [44.6, -87.95], [45.2, -87.0], [44.4, -87.5], [43.0, -87.9], [42.0, -87.6], [41.65, -87.2], [41.9, -86.6], [42.8, -86.2], [43.7, -86.5], [44.5, -86.2], [44.9, -85.8], [45.4, -85.1], [45.75, -84.9]] },
  { name = "Lake Huron", outline = [[45.85, -84.6], [46.0, -83.7], [46.2, -82.5], [45.95, -81.3], [45.9, -80.7], [45.3, -80.1], [44.8, -79.9], [44.5, -80.2], [44.6, -80.9], [45.2, -81.5], [44.5, -81.35], [43.6, -81.7], [43.0, -82.4], [43.9, -82.7], [44.05, -83.1], [43.7, -83.8], [44.3, -83.35], [45.0, -83.4], [45.5, -84.1]] },
  { name = "Lake Erie", outline = [[41.95, -83.1], [42.0, -82.6], [42.3, -81.8], [42.65, -81.2], [42.75, -80.2], [42.85, -79.0], [42.5, -79.4], [42.15, -80.1], [41.75, -81.3], [41.5, -82.0], [41.4, -82.7], [41.7, -83.4]] },
  { name = "Lake Ontario", outline = [[43.3, -79.75], [43.65, -79.35], [43.85, -78.8], [43.95, -77.7], [44.2, -76.5], [43.9, -76.2], [43.5, -76.3], [43.3, -77.0], [43.3, -78.2], [43.25, -79.1]] },
  { name = "Great Salt Lake", outline = [[41.65, -112.7], [41.3, -112.2], [40.8, -112.2], [40.75, -112.6], [41.2, -112.9]] },
  { name = "Lake Winnipeg", outline = [[50.4, -96.8], [51.0, -96.4], [51.8, -96.8], [52.8, -97.8], [53.7, -98.0], [53.8, -98.9], [53.0, -99.0], [52.2, -97.8], [51.5, -97.2], [50.9, -96.95]] },
]
rivers = [
  { name = "Mississippi", width = 2.4, line = [[47.2, -95.2], [45.0, -93.2], [44.0, -91.5], [42.5, -90.6], [41.5, -90.6], [40.4, -91.4], [38.8, -90.1], [37.0, -89.1], [35.1, -90.1], [33.4, -91.1], [32.3, -91.0], [31.0, -91.6], [30.0, -90.4], [29.2, -89.3]] },
  { name = "Missouri", width = 2.0, line = [[45.9, -111.5], [47.5, -111.3], [48.0, -108.5], [48.0, -104.0], [46.8, -100.8], [44.4, -100.4], [42.5, -96.4], [41.2, -95.9], [39.1, -94.6], [38.8, -90.1]] },
  { name = "Ohio", width = 1.8, line = [[40.44, -80.0], [39.3, -81.6], [38.4, -82.6], [39.1, -84.5], [38.3, -85.8], [37.9, -87.5], [37.0, -89.1]] },
  { name = "Colorado", width = 1.6, line = [[40.2, -105.8], [39.1, -108.6], [37.0, -110.9], [36.1, -113.0], [36.0, -114.7], [34.0, -114.5], [32.5, -114.8]] },
  { name = "Columbia", width = 1.6, line = [[52.0, -118.5], [49.0, -117.7], [48.0, -118.5], [47.0, -120.0], [45.9, -119.2], [45.7, -121.5], [45.6, -122.7], [46.2, -123.8]] },
]
names = [
  { text = "Gulf of Mexico", at = [27.6, -90.6], size = 19 },
  { text = "Atlantic", at = [30.6, -75.4], size = 19, turn = -62 },
]
',NULL,1740855648.133);
INSERT INTO "maps" VALUES('6e92e38ac1d0ce1a3b430d6755546be26dad82a7aef209b835e5b5002d169872','mini','# A small island for experiments: eight places, two or three players, a game of five minutes.

[about]
name    = "Mini"
summary = "A short line around Tasmania: eight places, learned in a minute, for trying out players and ideas."
origin  = "own"
note    = "Made for experiments with programs that learn; people may play it too."

[players]
least  = 2
most   = 3
pieces = 9

[cards]
colors = { red = 7, blue = 7, green = 7, yellow = 7 }
wild   = 5
first_hand     = 2
market         = 5
reset_at_wilds = 3

[rules]
first_tickets    = { deal = 2, keep = 1 }
later_tickets    = { deal = 2, keep = 1 }
both_tracks_from = 3
last_round_at    = 2

[scoring]
routes = { 1 = 1, 2 = 2, 3 = 4, 4 = 7 }
ties   = ["tickets"]

# Where each place lies, in degrees. Routes and tickets use these names.
[cities]
Burnie           = { lat = -41.06, lon = 145.91 }
Devonport        = { lat = -41.18, lon = 146.36 }
Launceston       = { lat = -41.44, lon = 147.14 }
"St Helens"      = { lat = -41.32, lon = 148.24 }
Queenstown       = { lat = -42.08, lon = 145.56 }
"Derwent Bridge" = { lat = -42.13, lon = 146.23 }
Swansea          = { lat = -42.12, lon = 148.07 }
Hobart           = { lat = -42.88, lon = 147.33 }

# From, to, spaces, colour. Two tracks of one length between the same places are a double.
[routes]
tracks = [
  ["Burnie",         "Devonport",      1, "red"],
  ["Burnie",         "Queenstown",     3, "blue"],
  ["Devonport",      "Launceston",     2, "gray"],
  ["Devonport",      "Launceston",     2, "gray"],
  ["Devonport",      "Derwent Bridge", 2, "green"],
  ["Launceston",     "St Helens",      3, "red"],
  ["Launceston",     "Derwent Bridge", 3, "yellow"],
  ["Launceston",     "Swansea",        2, "blue"],
  ["Launceston",     "Hobart",         3, "green"],
  ["Launceston",     "Hobart",         3, "yellow"],
  ["St Helens",      "Swansea",        2, "yellow"],
  ["Queenstown",     "Derwent Bridge", 2, "gray"],
  ["Queenstown",     "Hobart",         4, "gray"],
  ["Derwent Bridge", "Hobart",         3, "blue"],
  ["Swansea",        "Hobart",         2, "red"],
]

# From, to, points.
[tickets]
cards = [
  ["Launceston",     "Hobart",     3],
  ["Devonport",      "Queenstown", 4],
  ["Hobart",         "St Helens",  4],
  ["Queenstown",     "Launceston", 5],
  ["Devonport",      "Hobart",     5],
  ["Devonport",      "St Helens",  5],
  ["Burnie",         "Swansea",    5],
  ["Derwent Bridge", "Swansea",    5],
  ["Burnie",         "Hobart",     6],
  ["Burnie",         "St Helens",  6],
  ["Queenstown",     "Swansea",    7],
  ["Queenstown",     "St Helens",  8],
]

# How the board looks: a page of a surveyor''s notebook.
[theme]
title    = "Mini"
subtitle = "Around Tasmania"
type     = "plain"
frame    = "plain"
water    = "lines"
paper    = "#f4f1e6"
sea      = "#bcd8d4"
land     = "#e6ebcf"
coast    = "#4d7f74"
ink      = "#22322c"
accent   = "#2f6d57"
',NULL,1740855651.8);
INSERT INTO "maps" VALUES('cbfa48dbe56cd09b40f677ffe1965b62f05ba8ec1f970861258b264750e8ea90','uk','# Steam and sea around the British Isles: nothing but short English routes until you invest.

[about]
name    = "United Kingdom"
summary = "Begin in England, buy concessions and machines, and reach Scotland, Ireland, France — or New York."
origin  = "published"

[players]
least  = 2
most   = 4
pieces = 35
piece  = "train"

[cards]
colors = { red = 12, orange = 12, yellow = 12, green = 12, blue = 12, purple = 12, white = 12, black = 12 }
wild   = 20
first_hand  = 4
first_wilds = 1       # and one wild for everyone, before the deal
market      = 5       # wilds stay face up, however many

[rules]
first_tickets    = { deal = 5, keep = 3 }
later_tickets    = { deal = 3, keep = 1 }
both_tracks_from = 3
last_round_at    = 2
cards_per_wild   = 4  # any four cards stand for one wild

[scoring]
routes = { 1 = 1, 2 = 2, 3 = 4, 4 = 7, 5 = 10, 6 = 15, 10 = 40 }
ties   = ["tickets"]

[options]
single_draw      = { about = "A player drawing cards may stop after the first one." }
replacement_wild = { about = "A wild that comes up in place of the first card may be taken as the second." }
advanced         = { about = "Five more technologies are on sale, most of them a single copy." }

# Where each place lies, in degrees. Routes and tickets use these names.
[cities]
Aberdeen            = { lat = 57.15, lon =  -2.09, region = "Scotland" }
Aberystwyth         = { lat = 52.42, lon =  -4.08, region = "Wales" }
Barrow              = { lat = 54.11, lon =  -3.23, region = "England" }
Belfast             = { lat = 54.60, lon =  -5.93, region = "Ireland" }
Birmingham          = { lat = 52.48, lon =  -1.90, region = "England" }
Brighton            = { lat = 50.82, lon =  -0.14, region = "England" }
Bristol             = { lat = 51.45, lon =  -2.59, region = "England" }
Cambridge           = { lat = 52.21, lon =   0.12, region = "England" }
Cardiff             = { lat = 51.48, lon =  -3.18, region = "Wales" }
Carlisle            = { lat = 54.89, lon =  -2.93, region = "England" }
Carmarthen          = { lat = 51.86, lon =  -4.31, region = "Wales" }
Cork                = { lat = 51.90, lon =  -8.47, region = "Ireland" }
Dover               = { lat = 51.13, lon =   1.31, region = "England" }
Dublin              = { lat = 53.35, lon =  -6.26, region = "Ireland" }
Dundalk             = { lat = 54.00, lon =  -6.40, region = "Ireland" }
Dundee              = { lat = 56.46, lon =  -2.97, region = "Scotland" }
Edinburgh           = { lat = 55.95, lon =  -3.19, region = "Scotland" }
"Fort William"      = { lat = 56.82, lon =  -5.11, region = "Scotland" }
Galway              = { lat = 53.27, lon =  -9.05, region = "Ireland" }
Glasgow             = { lat = 55.86, lon =  -4.25, region = "Scotland" }
Holyhead            = { lat = 53.31, lon =  -4.63, region = "Wales" }
Hull                = { lat = 53.74, lon =  -0.34, region = "England" }
Inverness           = { lat = 57.48, lon =  -4.22, region = "Scotland" }
Ipswich             = { lat = 52.06, lon =   1.16, region = "England" }
Leeds               = { lat = 53.80, lon =  -1.55, region = "England" }
Limerick            = { lat = 52.66, lon =  -8.63, region = "Ireland" }
Liverpool           = { lat = 53.41, lon =  -2.98, region = "England" }
"Llandrindod Wells" = { lat = 52.24, lon =  -3.38, region = "Wales" }
London              = { lat = 51.51, lon =  -0.13, region = "England" }
Londonderry         = { lat = 55.00, lon =  -7.31, region = "Ireland" }
Manchester          = { lat = 53.48, lon =  -2.24, region = "England" }
Newcastle           = { lat = 54.98, lon =  -1.61, region = "England" }
Northampton         = { lat = 52.24, lon =  -0.90, region = "England" }
Norwich             = { lat = 52.63, lon =   1.30, region = "England" }
Nottingham          = { lat = 52.95, lon =  -1.15, region = "England" }
Penzance            = { lat = 50.12, lon =  -5.54, region = "England" }
Plymouth            = { lat = 50.38, lon =  -4.14, region = "England" }
Reading             = { lat = 51.45, lon =  -0.97, region = "England" }
Rosslare            = { lat = 52.25, lon =  -6.34, region = "Ireland" }
Sligo               = { lat = 54.27, lon =  -8.47, region = "Ireland" }
Southampton         = { lat = 50.90, lon =  -1.40, region = "England" }
Stornoway           = { lat = 58.21, lon =  -6.39, region = "Scotland" }
Stranraer           = { lat = 54.90, lon =  -5.03, region = "Scotland" }
Tullamore           = { lat = 53.27, lon =  -7.49, region = "Ireland" }
Ullapool            = { lat = 57.90, lon =  -5.16, region = "Scotland" }
Wick                = { lat = 58.44, lon =  -3.09, region = "Scotland" }
"France (west)"     = { lat = 49.64, lon =  -1.62, region = "France", label = "France" }
"France (east)"     = { lat = 50.95, lon =   1.85, region = "France", label = "France" }
"New York"          = { lat = 40.71, lon = -74.01, draw = [49.4, -8.8], plate = true }

# From, to, spaces, colour. Two tracks of one length between the same places are a double.
[routes]
tracks = [
  ["Aberdeen",          "Dundee",            1,  "white"],
  ["Aberdeen",          "Edinburgh",         4,  "gray", { ferry = 1 }],
  ["Aberdeen",          "Inverness",         3,  "purple"],
  ["Aberdeen",          "Newcastle",         6,  "gray", { ferry = 1 }],
  ["Aberdeen",          "Wick",              3,  "gray", { ferry = 1 }],
  ["Aberystwyth",       "Carmarthen",        1,  "yellow"],
  ["Aberystwyth",       "Holyhead",          2,  "gray", { ferry = 1 }],
  ["Aberystwyth",       "Llandrindod Wells", 1,  "white"],
  ["Aberystwyth",       "Rosslare",          3,  "gray", { ferry = 1 }],
  ["Barrow",            "Belfast",           4,  "gray", { ferry = 1 }],
  ["Barrow",            "Carlisle",          1,  "red"],
  ["Barrow",            "Leeds",             2,  "green"],
  ["Barrow",            "Liverpool",         1,  "gray", { ferry = 1 }],
  ["Belfast",           "Dundalk",           1,  "red"],
  ["Belfast",           "Dundalk",           1,  "white"],
  ["Belfast",           "Londonderry",       2,  "orange"],
  ["Belfast",           "Stranraer",         1,  "gray", { ferry = 1 }],
  ["Birmingham",        "Cardiff",           3,  "orange"],
  ["Birmingham",        "Cardiff",           3,  "blue"],
  ["Birmingham",        "Llandrindod Wells", 2,  "red"],
  ["Birmingham",        "Manchester",        2,  "yellow"],
  ["Birmingham",        "Manchester",        2,  "black"],
  ["Birmingham",        "Northampton",       1,  "green"],
  ["Birmingham",        "Northampton",       1,  "white"],
  ["Birmingham",        "Nottingham",        1,  "gray"],
  ["Birmingham",        "Reading",           2,  "gray"],
  ["Brighton",          "Dover",             2,  "purple"],
  ["Brighton",          "London",            1,  "gray"],
  ["Brighton",          "Southampton",       1,  "blue"],
  ["Bristol",           "Cardiff",           1,  "gray", { ferry = 1 }],
  ["Bristol",           "Plymouth",          3,  "yellow"],
  ["Bristol",           "Reading",           2,  "white"],
  ["Bristol",           "Southampton",       2,  "green"],
  ["Cambridge",         "Ipswich",           1,  "black"],
  ["Cambridge",         "London",            1,  "orange"],
  ["Cambridge",         "London",            1,  "yellow"],
  ["Cambridge",         "Northampton",       1,  "gray"],
  ["Cambridge",         "Norwich",           2,  "red"],
  ["Cambridge",         "Nottingham",        2,  "gray"],
  ["Cardiff",           "Carmarthen",        1,  "red"],
  ["Cardiff",           "Llandrindod Wells", 1,  "purple"],
  ["Cardiff",           "Penzance",          5,  "gray", { ferry = 1 }],
  ["Carlisle",          "Edinburgh",         2,  "orange"],
  ["Carlisle",          "Newcastle",         1,  "yellow"],
  ["Carlisle",          "Stranraer",         3,  "gray", { ferry = 1 }],
  ["Carmarthen",        "Rosslare",          4,  "gray", { ferry = 1 }],
  ["Cork",              "Limerick",          1,  "purple"],
  ["Cork",              "Penzance",          6,  "gray", { ferry = 2 }],
  ["Cork",              "Rosslare",          2,  "blue"],
  ["Cork",              "Tullamore",         3,  "yellow"],
  ["Dover",             "France (east)",     2,  "gray", { ferry = 1 }],
  ["Dover",             "London",            2,  "gray"],
  ["Dublin",            "Dundalk",           1,  "yellow"],
  ["Dublin",            "Dundalk",           1,  "blue"],
  ["Dublin",            "Holyhead",          2,  "gray", { ferry = 1 }],
  ["Dublin",            "Rosslare",          2,  "white"],
  ["Dublin",            "Rosslare",          2,  "black"],
  ["Dublin",            "Tullamore",         1,  "orange"],
  ["Dublin",            "Tullamore",         1,  "green"],
  ["Dundalk",           "Holyhead",          3,  "gray", { ferry = 1 }],
  ["Dundalk",           "Londonderry",       3,  "purple"],
  ["Dundalk",           "Sligo",             3,  "black"],
  ["Dundee",            "Edinburgh",         1,  "red"],
  ["Dundee",            "Edinburgh",         1,  "yellow"],
  ["Dundee",            "Fort William",      3,  "green"],
  ["Dundee",            "Inverness",         3,  "blue"],
  ["Edinburgh",         "Glasgow",           1,  "blue"],
  ["Edinburgh",         "Glasgow",           1,  "black"],
  ["Edinburgh",         "Newcastle",         3,  "green"],
  ["Edinburgh",         "Newcastle",         3,  "purple"],
  ["Edinburgh",         "Stranraer",         3,  "white"],
  ["Fort William",      "Glasgow",           2,  "orange"],
  ["Fort William",      "Inverness",         2,  "black"],
  ["Fort William",      "Londonderry",       5,  "gray", { ferry = 1 }],
  ["Fort William",      "Stornoway",         5,  "gray", { ferry = 1 }],
  ["Fort William",      "Ullapool",          2,  "purple"],
  ["France (west)",     "Southampton",       3,  "gray", { ferry = 1 }],
  ["France (west)",     "Southampton",       3,  "gray", { ferry = 1 }],
  ["Galway",            "Limerick",          1,  "yellow"],
  ["Galway",            "Sligo",             2,  "orange"],
  ["Galway",            "Tullamore",         2,  "gray"],
  ["Galway",            "Tullamore",         2,  "gray"],
  ["Glasgow",           "Londonderry",       4,  "gray", { ferry = 1 }],
  ["Glasgow",           "Stranraer",         2,  "red"],
  ["Holyhead",          "Liverpool",         2,  "gray", { ferry = 1 }],
  ["Holyhead",          "Llandrindod Wells", 3,  "blue"],
  ["Holyhead",          "Rosslare",          3,  "gray", { ferry = 1 }],
  ["Hull",              "Leeds",             1,  "yellow"],
  ["Hull",              "Newcastle",         5,  "gray", { ferry = 1 }],
  ["Hull",              "Norwich",           4,  "gray"],
  ["Hull",              "Nottingham",        2,  "black"],
  ["Inverness",         "Ullapool",          1,  "orange"],
  ["Inverness",         "Wick",              2,  "red"],
  ["Ipswich",           "London",            1,  "white"],
  ["Ipswich",           "Norwich",           1,  "green"],
  ["Leeds",             "Liverpool",         2,  "black"],
  ["Leeds",             "Manchester",        1,  "red"],
  ["Leeds",             "Manchester",        1,  "blue"],
  ["Leeds",             "Newcastle",         2,  "orange"],
  ["Leeds",             "Newcastle",         2,  "white"],
  ["Leeds",             "Nottingham",        2,  "purple"],
  ["Limerick",          "Tullamore",         1,  "gray"],
  ["Liverpool",         "Manchester",        1,  "orange"],
  ["Liverpool",         "Manchester",        1,  "purple"],
  ["Llandrindod Wells", "Manchester",        3,  "green"],
  ["London",            "Northampton",       1,  "blue"],
  ["London",            "Northampton",       1,  "purple"],
  ["London",            "Reading",           1,  "green"],
  ["London",            "Southampton",       2,  "red"],
  ["London",            "Southampton",       2,  "black"],
  ["Londonderry",       "Sligo",             2,  "green"],
  ["Londonderry",       "Stranraer",         3,  "gray", { ferry = 1 }],
  ["New York",          "Southampton",       10, "gray", { ferry = 3, free = true }],
  ["Northampton",       "Nottingham",        1,  "orange"],
  ["Northampton",       "Reading",           1,  "red"],
  ["Norwich",           "Nottingham",        4,  "white"],
  ["Penzance",          "Plymouth",          2,  "black"],
  ["Penzance",          "Plymouth",          3,  "gray", { ferry = 1 }],
  ["Plymouth",          "Southampton",       5,  "gray", { ferry = 1 }],
  ["Reading",           "Southampton",       1,  "orange"],
  ["Rosslare",          "Tullamore",         2,  "red"],
  ["Sligo",             "Tullamore",         3,  "blue"],
  ["Stornoway",         "Ullapool",          1,  "gray", { ferry = 1 }],
  ["Stornoway",         "Wick",              5,  "gray", { ferry = 2 }],
  ["Ullapool",          "Wick",              3,  "yellow"],
]

# From, to, points.
[tickets]
cards = [
  ["Aberdeen",     "Glasgow",            5],
  ["Aberystwyth",  "Cardiff",            2],
  ["Belfast",      "Dublin",             4],
  ["Belfast",      "Manchester",         9],
  ["Birmingham",   "Cambridge",          2],
  ["Birmingham",   "London",             4],
  ["Bristol",      "Southampton",        2],
  ["Cambridge",    "London",             3],
  ["Cardiff",      "London",             8],
  ["Cardiff",      "Reading",            4],
  ["Cork",         "Leeds",             13],
  ["Dublin",       "Cork",               6],
  ["Dublin",       "London",            15],
  ["Dundalk",      "Carlisle",           7],
  ["Edinburgh",    "Birmingham",        12],
  ["Edinburgh",    "London",            15],
  ["Fort William", "Edinburgh",          3],
  ["Galway",       "Barrow",            12],
  ["Galway",       "Dublin",             5],
  ["Glasgow",      "Dublin",             9],
  ["Glasgow",      "France",            19],
  ["Glasgow",      "Manchester",        11],
  ["Holyhead",     "Cardiff",            4],
  ["Inverness",    "Belfast",           10],
  ["Inverness",    "Leeds",             13],
  ["Leeds",        "France",            10],
  ["Leeds",        "London",             6],
  ["Leeds",        "Manchester",         1],
  ["Limerick",     "Cardiff",           12],
  ["Liverpool",    "Hull",               3],
  ["Liverpool",    "Llandrindod Wells",  6],
  ["Liverpool",    "Southampton",        6],
  ["London",       "Brighton",           3],
  ["London",       "France",             7],
  ["Londonderry",  "Birmingham",        15],
  ["Londonderry",  "Dublin",             6],
  ["Londonderry",  "Stranraer",          4],
  ["Manchester",   "London",             6],
  ["Manchester",   "Norwich",            6],
  ["Manchester",   "Plymouth",           8],
  ["Newcastle",    "Hull",               3],
  ["Newcastle",    "Southampton",        7],
  ["Northampton",  "Dover",              3],
  ["Norwich",      "Ipswich",            1],
  ["Nottingham",   "Ipswich",            3],
  ["Penzance",     "London",            10],
  ["Plymouth",     "Reading",            5],
  ["Rosslare",     "Aberystwyth",        4],
  ["Rosslare",     "Carmarthen",         6],
  ["Sligo",        "Holyhead",           9],
  ["Southampton",  "London",             4],
  ["Stornoway",    "Aberdeen",           5],
  ["Stornoway",    "Glasgow",            7],
  ["Stranraer",    "Tullamore",          6],
  ["Ullapool",     "Dundee",             4],
  ["Wick",         "Dundee",             4],
  ["Wick",         "Edinburgh",          5],
]

# A ticket to a group is completed at any one of its places.
[groups]
France = ["France (west)", "France (east)"]

# What may be claimed before any technology is bought.
[without_technology]
regions = ["England"]
longest = 2
ferries = false

# Copies, cost in wilds, and what each does.
[technologies]
"Wales Concession"            = { copies = 4, cost = 1, opens_regions = ["Wales"], effect = "Routes with an end in Wales may be claimed." }
"Ireland / France Concession" = { copies = 4, cost = 1, opens_regions = ["Ireland", "France"], effect = "Routes with an end in Ireland or France may be claimed." }
"Scotland Concession"         = { copies = 4, cost = 1, opens_regions = ["Scotland"], effect = "Routes with an end in Scotland may be claimed." }
"Mechanical Stoker"           = { copies = 4, cost = 1, opens_lengths = [3], effect = "Routes of 3 spaces may be claimed." }
"Superheated Steam Boiler"    = { copies = 4, cost = 2, opens_lengths = [4, 5, 6], effect = "Routes of 4, 5 and 6 spaces may be claimed; 3 spaces still need the Stoker." }
Propellers                    = { copies = 4, cost = 2, opens_ferries = true, effect = "Ferries may be claimed." }
Booster                       = { copies = 4, cost = 2, cards_per_wild = 3, effect = "Any 3 cards stand for a wild, instead of 4." }
"Boiler Lagging"              = { copies = 4, cost = 2, route_points = 1, effect = "Each route claimed from now on scores 1 point more." }
"Steam Turbines"              = { copies = 4, cost = 2, ferry_points = 2, effect = "Each ferry claimed from now on scores 2 points more." }
"Double Heading"              = { copies = 4, cost = 4, ticket_points = 2, effect = "At the end, each completed ticket scores 2 points more." }
"Right of Way"                = { copies = 1, cost = 4, claims_held_route = true, effect = "At once, claim a route that another player holds; you both hold it. The card goes back." }
Thermocompressor              = { copies = 1, cost = 1, advanced = true, second_route = true, effect = "Claim two routes this turn. The card goes back." }
"Water Tenders"               = { copies = 2, cost = 2, advanced = true, blind_cards = 3, effect = "Drawing cards, you may take 3 from the deck instead of 2 cards." }
"Risky Contracts"             = { copies = 1, cost = 2, advanced = true, most_tickets = 20, until_reshuffle = true, effect = "At the end, 20 points if nobody completed more tickets, else 20 points lost." }
"Equalising Beam"             = { copies = 1, cost = 2, advanced = true, longest_path = 15, until_reshuffle = true, effect = "At the end, 15 points if nobody has a longer path, else 15 points lost." }
"Diesel Power"                = { copies = 1, cost = 3, advanced = true, discount = 1, effect = "Each route costs one card less, but never less than one, nor a wild that a ferry asks for." }

# How the board looks: a Victorian school map.
[theme]
title    = "Great Britain\n& Ireland"
subtitle = "Railways and steam packets · 1885"
type     = "engraved"
frame    = "rails"
water    = "lines"
paper    = "#f6ecd3"
sea      = "#cbdcd6"
land     = "#f4ead0"
abroad   = "#e3ddc6"
coast    = "#54706e"
border   = "#8d7650"
ink      = "#231d1a"
accent   = "#7d2027"

# What lies on the ground, as [lat, lon] points; regions are tints on the land.
[scenery]
regions = [
  { name = "England", color = "#f3d9c3", round = false, outline = [[56.0, -1.5], [52.9, 2.4], [51.3, 1.65], [50.7, 0.9], [49.7, -4.0], [49.7, -6.8], [51.2, -5.0], [54.6, -3.95], [54.9, -3.6], [55.3, -3.3], [56.0, -2.5]] },
  { name = "Wales", color = "#efdf9f", round = false, outline = [[53.42, -3.25], [53.28, -3.08], [53.18, -2.97], [52.98, -2.88], [52.93, -3.12], [52.75, -3.12], [52.55, -3.1], [52.35, -3.1], [52.22, -3.12], [52.07, -3.12], [51.95, -3.02], [51.83, -2.72], [51.62, -2.66], [51.38, -3.0], [51.3, -4.0], [51.4, -5.7], [53.6, -5.2], [53.6, -3.4]] },
  { name = "Scotland", color = "#d6dfb9", round = false, outline = [[54.8, -3.65], [54.98, -3.05], [55.08, -2.83], [55.25, -2.55], [55.4, -2.25], [55.6, -2.22], [55.72, -2.1], [55.81, -2.03], [56.0, -1.0], [59.5, -0.5], [61.0, -1.0], [60.0, -9.0], [57.0, -9.5], [55.5, -6.45], [55.1, -5.74], [54.6, -5.25], [54.4, -4.4]] },
  { name = "Ireland", color = "#cbe0cb", round = false, outline = [[55.5, -6.5], [55.1, -5.78], [54.6, -5.3], [54.0, -5.3], [52.0, -5.8], [51.0, -8.0], [51.0, -11.2], [54.5, -11.2], [55.7, -8.0]] },
  { name = "France", color = "#ddd0df", round = false, outline = [[51.3, 1.55], [51.4, 3.2], [47.5, 3.2], [47.5, -6.5], [49.3, -6.0], [49.9, -2.5], [50.3, 0.5]] },
]
names = [
  { text = "Atlantic", at = [56.3, -8.6], size = 30, turn = -62 },
  { text = "North Sea", at = [55.6, 0.9], size = 30, turn = 62 },
]
',NULL,1740855654.46);
INSERT INTO "maps" VALUES('c2bd5d2404b4428e17d5724640ef6e942954bf245053a9a9397d607cd6629704','map-c2bd5d2404b4428e','# A map that uses every section and every key of the format of 0.1.0.

[about]
name    = "Everything"
summary = "Every section and every key of a map file, on one island."
origin  = "yours"
note    = "Made for tests."

[players]
least  = 2
most   = 3
pieces = 16
piece  = "bus"

[cards]
colors = { red = 8, blue = 8, green = 8, yellow = 8 }
wild   = 10
first_hand     = 3
first_wilds    = 1
market         = 4
reset_at_wilds = 3

[rules]
first_tickets    = { deal = 3, keep = 2 }
later_tickets    = { deal = 3, keep = 1 }
both_tracks_from = 3
last_round_at    = 3
cards_per_wild   = 3

[scoring]
routes       = { 1 = 1, 2 = 2, 3 = 4, 4 = 7, 5 = 10 }
longest_path = 5
ties         = ["tickets", "longest path"]

[options]
single_draw      = { about = "A player drawing cards may stop after the first one." }
replacement_wild = { about = "A wild that comes up in place of the first card may be taken as the second." }
advanced         = { about = "More technologies are on sale." }

[presets]
gentle = { about = "For a first game.", options = ["single_draw", "replacement_wild"] }
full   = { about = "With everything.", options = ["advanced", "single_draw"] }

[cities]
"Reykjavík"   = { lat = 64.15, lon = -21.94, label = "Reykjavik", region = "West" }
Borgarnes     = { lat = 64.54, lon = -21.92, region = "West" }
"Ísafjörður"  = { lat = 66.07, lon = -23.13, region = "West", at = [4, -6] }
"Blönduós"    = { lat = 65.66, lon = -20.28, region = "North" }
Akureyri      = { lat = 65.68, lon = -18.09, region = "North" }
"Egilsstaðir" = { lat = 65.27, lon = -14.39, region = "East" }
"Höfn"        = { lat = 64.25, lon = -15.21, region = "East" }
"Vík"         = { lat = 63.42, lon = -19.01 }
Selfoss       = { lat = 63.93, lon = -21.00 }
"Tórshavn"    = { lat = 62.01, lon = -6.77, draw = [64.6, -12.6], plate = true }

[routes]
tracks = [
  ["Reykjavík",   "Borgarnes",   1, "red"],
  ["Reykjavík",   "Borgarnes",   1, "blue"],
  ["Reykjavík",   "Selfoss",     1, "gray"],
  ["Reykjavík",   "Selfoss",     1, "gray"],
  ["Borgarnes",   "Ísafjörður",  4, "green"],
  ["Borgarnes",   "Blönduós",    3, "yellow"],
  ["Borgarnes",   "Selfoss",     2, "gray"],
  ["Ísafjörður",  "Blönduós",    4, "red", { ferry = 1, bend = 0.2 }],
  ["Blönduós",    "Akureyri",    2, "blue"],
  ["Blönduós",    "Akureyri",    2, "green"],
  ["Blönduós",    "Selfoss",     5, "gray"],
  ["Akureyri",    "Egilsstaðir", 4, "yellow"],
  ["Akureyri",    "Selfoss",     5, "red", { free = true }],
  ["Egilsstaðir", "Höfn",        3, "blue"],
  ["Egilsstaðir", "Tórshavn",    4, "gray", { ferry = 2 }],
  ["Höfn",        "Tórshavn",    4, "gray", { ferry = 2, bend = -0.1 }],
  ["Höfn",        "Vík",         4, "green"],
  ["Vík",         "Selfoss",     2, "yellow"],
  ["Vík",         "Selfoss",     2, "red"],
]

[tickets]
cards = [
  ["Reykjavík",  "Blönduós",     4],
  ["Borgarnes",  "Vík",          4],
  ["Reykjavík",  "Ísafjörður",   5],
  ["Selfoss",    "Akureyri",     5],
  ["Borgarnes",  "Akureyri",     5],
  ["Reykjavík",  "Höfn",         7],
  ["Blönduós",   "Vík",          7],
  ["Ísafjörður", "Selfoss",      6],
  ["Akureyri",   "The East",     7],
  ["Ísafjörður", "Vík",          8],
  ["Borgarnes",  "The East",     9],
  ["Selfoss",    "Tórshavn",    10],
]

[districts]
2      = { cities = ["Reykjavík", "Borgarnes", "Selfoss"], color = "red" }
Harbor = { cities = ["Blönduós", "Akureyri"], points = 3 }

[flag]
colors = ["red", "blue", "green"]
points = 4

[groups]
"The East" = ["Egilsstaðir", "Höfn"]

[without_technology]
regions = ["West"]
longest = 3
ferries = false

[technologies]
"North Concession" = { copies = 3, cost = 1, opens_regions = ["North"], effect = "Routes of the north may be claimed." }
"East Concession"  = { copies = 3, cost = 1, opens_regions = ["East"], effect = "Routes of the east may be claimed." }
Boiler     = { copies = 3, cost = 1, opens_lengths = [4, 5], effect = "Long routes may be claimed." }
Propellers = { copies = 3, cost = 1, opens_ferries = true, effect = "Ferries may be claimed." }
Booster    = { copies = 2, cost = 1, cards_per_wild = 2, effect = "Any two cards stand for a wild." }
Steam      = { copies = 1, cost = 1, route_points = 1, effect = "One point more for each route." }
Diving     = { copies = 1, cost = 1, ferry_points = 2, effect = "Two points more for each ferry." }
Post       = { copies = 2, cost = 1, ticket_points = 1, effect = "One point for each ticket." }
Crossing   = { copies = 2, cost = 1, claims_held_route = true, effect = "Claim a route that another holds." }
Double     = { copies = 2, cost = 1, advanced = true, second_route = true, effect = "Claim two routes this turn." }
Freight    = { copies = 1, cost = 1, advanced = true, blind_cards = 3, effect = "Draw three cards from the deck." }
Timetable  = { copies = 1, cost = 0, advanced = true, most_tickets = 5, effect = "Five points for the most tickets." }
Contract   = { copies = 1, cost = 0, advanced = true, longest_path = 5, until_reshuffle = true, effect = "Five points for the longest path." }
Diesel     = { copies = 2, cost = 1, advanced = true, discount = 1, effect = "Routes cost one card less." }

[theme]
title    = "Everything"
subtitle = "Every key\nof the format"
type     = "humanist"
frame    = "rails"
water    = "flat"
paper    = "#f6ecd3"
sea      = "#cbdcd6"
land     = "#f4ead0"
abroad   = "#e3ddc6"
coast    = "#54706e"
border   = "#8d7650"
ink      = "#231d1a"
accent   = "#8a2f2a"
park     = "#cfdcb0"

[theme.colors]
red  = "#b3261e"
gray = "#8b8f94"
wild = "#d9a520"

[scenery]
rivers  = [{ name = "Þjórsá", width = 6, divides = true, line = [[64.6, -18.8], [64.1, -20.0], [63.8, -20.8]] }]
streets = [{ name = "Ring Road", width = 3, line = [[64.15, -21.9], [63.95, -21.0]] }]
lakes   = [{ name = "Mývatn", color = "#b4d0d8", round = true, outline = [[65.65, -17.1], [65.55, -16.9], [65.55, -17.1]] }]
parks   = [{ name = "Vatnajökull", outline = [[64.8, -17.5], [64.6, -16.0], [64.1, -16.5], [64.2, -17.8]] }]
islands = [{ name = "Vestmannaeyjar", round = false, outline = [[63.45, -20.3], [63.44, -20.2], [63.40, -20.3]] }]
regions = [{ name = "North", color = "#e0e6c0", outline = [[66.2, -20.5], [66.2, -17.0], [65.2, -17.0], [65.2, -20.5]] }]
names   = [{ text = "Atlantic", at = [63.2, -16.5], size = 20, turn = -10, spacing = 0.3, water = true }]
','b815117df938daf979b343b6d49fd517',1740855688.197);
INSERT INTO "maps" VALUES('5d5324a8ae15c8d49ad84d9cbc1c46203417436133635c67a5bf62ae3f0d0319','paris','# Paris in the 1920s, by omnibus, collecting the colours of the flag.

[about]
name    = "Paris"
summary = "Short streets, no gray routes, and a bonus for every blue, white and red you keep."
origin  = "own"
note    = "No public source gives the published board''s full network. Cities, routes and tickets here are our own board on real Paris geography; the rules, pieces and cards are the published game''s."

[players]
least  = 2
most   = 4
pieces = 15
piece  = "bus"

[cards]
colors = { blue = 6, white = 8, red = 6, yellow = 6, green = 6, purple = 6 }
wild   = 8
first_hand     = 2
market         = 5
reset_at_wilds = 3

[rules]
first_tickets    = { deal = 2, keep = 1 }
later_tickets    = { deal = 2, keep = 1 }
both_tracks_from = 3
last_round_at    = 2

[scoring]
routes = { 1 = 1, 2 = 2, 3 = 4 }
ties   = ["tickets"]

[options]
single_draw      = { about = "A player drawing cards may stop after the first one." }
replacement_wild = { about = "A wild that comes up in place of the first card may be taken as the second." }

# Where each place lies, in degrees. Routes and tickets use these names.
[cities]
Batignolles       = { lat = 48.8872, lon = 2.3190 }
Montmartre        = { lat = 48.8867, lon = 2.3405 }
"Gare du Nord"    = { lat = 48.8809, lon = 2.3553 }
Belleville        = { lat = 48.8722, lon = 2.3810 }
"Arc de Triomphe" = { lat = 48.8738, lon = 2.2950 }
"Champs-Élysées"  = { lat = 48.8698, lon = 2.3076 }
"Opéra"           = { lat = 48.8720, lon = 2.3316 }
"République"      = { lat = 48.8674, lon = 2.3637 }
"Tour Eiffel"     = { lat = 48.8584, lon = 2.2945 }
Invalides         = { lat = 48.8566, lon = 2.3126 }
Louvre            = { lat = 48.8611, lon = 2.3358 }
Notre-Dame        = { lat = 48.8530, lon = 2.3499 }
Bastille          = { lat = 48.8532, lon = 2.3692 }
"Père-Lachaise"   = { lat = 48.8614, lon = 2.3933 }
Montparnasse      = { lat = 48.8422, lon = 2.3211 }
Luxembourg        = { lat = 48.8462, lon = 2.3372 }
"Place d''Italie"  = { lat = 48.8312, lon = 2.3556 }
"Gare de Lyon"    = { lat = 48.8443, lon = 2.3744 }

# From, to, spaces, colour. Two tracks of one length between the same places are a double.
[routes]
tracks = [
  ["Montmartre",      "Gare du Nord",   1,  "red"],
  ["Montmartre",      "Gare du Nord",   1,  "blue"],
  ["Belleville",      "Père-Lachaise",  1,  "blue"],
  ["Arc de Triomphe", "Champs-Élysées", 1,  "red"],
  ["Arc de Triomphe", "Champs-Élysées", 1,  "blue"],
  ["Belleville",      "République",     1,  "red"],
  ["Belleville",      "République",     1,  "blue"],
  ["Opéra",           "Louvre",         1,  "red"],
  ["Opéra",           "Louvre",         1,  "blue"],
  ["Champs-Élysées",  "Invalides",      1,  "red"],
  ["Champs-Élysées",  "Invalides",      1,  "blue"],
  ["Tour Eiffel",     "Invalides",      1,  "red"],
  ["Tour Eiffel",     "Invalides",      1,  "blue"],
  ["Louvre",          "Notre-Dame",     1,  "red"],
  ["Louvre",          "Notre-Dame",     1,  "blue"],
  ["Notre-Dame",      "Bastille",       1,  "red"],
  ["Notre-Dame",      "Bastille",       1,  "blue"],
  ["Notre-Dame",      "Luxembourg",     1,  "red"],
  ["Notre-Dame",      "Luxembourg",     1,  "blue"],
  ["Luxembourg",      "Montparnasse",   1,  "red"],
  ["Luxembourg",      "Montparnasse",   1,  "blue"],
  ["Bastille",        "Gare de Lyon",   1,  "red"],
  ["Bastille",        "Gare de Lyon",   1,  "blue"],
  ["Batignolles",     "Montmartre",     2,  "white"],
  ["Batignolles",     "Opéra",          2,  "white"],
  ["Batignolles",     "Opéra",          2,  "yellow"],
  ["Montmartre",      "Opéra",          2,  "white"],
  ["Montmartre",      "Opéra",          2,  "yellow"],
  ["Gare du Nord",    "République",     2,  "white"],
  ["Gare du Nord",    "République",     2,  "yellow"],
  ["Champs-Élysées",  "Opéra",          2,  "white"],
  ["Champs-Élysées",  "Opéra",          2,  "yellow"],
  ["République",      "Bastille",       2,  "white"],
  ["République",      "Bastille",       2,  "yellow"],
  ["Bastille",        "Père-Lachaise",  2,  "yellow"],
  ["Arc de Triomphe", "Tour Eiffel",    2,  "white"],
  ["Arc de Triomphe", "Tour Eiffel",    2,  "yellow"],
  ["Invalides",       "Louvre",         2,  "white"],
  ["Invalides",       "Louvre",         2,  "yellow"],
  ["Invalides",       "Montparnasse",   2,  "white"],
  ["Invalides",       "Montparnasse",   2,  "yellow"],
  ["Louvre",          "Luxembourg",     2,  "white"],
  ["Louvre",          "Luxembourg",     2,  "yellow"],
  ["Gare de Lyon",    "Place d''Italie", 2,  "white"],
  ["Gare de Lyon",    "Place d''Italie", 2,  "yellow"],
  ["Gare du Nord",    "Belleville",     3,  "purple"],
  ["Arc de Triomphe", "Batignolles",    3,  "green"],
  ["Opéra",           "République",     3,  "green"],
  ["Opéra",           "République",     3,  "purple"],
  ["Champs-Élysées",  "Louvre",         3,  "green"],
  ["Champs-Élysées",  "Louvre",         3,  "purple"],
  ["Tour Eiffel",     "Montparnasse",   3,  "purple"],
  ["Montparnasse",    "Place d''Italie", 3,  "green"],
  ["Notre-Dame",      "Place d''Italie", 3,  "green"],
  ["Notre-Dame",      "Place d''Italie", 3,  "purple"],
  ["Gare de Lyon",    "Père-Lachaise",  3,  "green"],
  ["Gare de Lyon",    "Père-Lachaise",  3,  "purple"],
]

# From, to, points.
[tickets]
cards = [
  ["Batignolles",     "Louvre",          3],
  ["Invalides",       "Notre-Dame",      3],
  ["Louvre",          "Gare de Lyon",    3],
  ["Opéra",           "Tour Eiffel",     4],
  ["Gare du Nord",    "Bastille",        4],
  ["République",      "Luxembourg",      4],
  ["Montmartre",      "Luxembourg",      5],
  ["Opéra",           "Place d''Italie",  5],
  ["Champs-Élysées",  "Bastille",        5],
  ["Gare du Nord",    "Notre-Dame",      5],
  ["Montmartre",      "Montparnasse",    6],
  ["Batignolles",     "Belleville",      6],
  ["Tour Eiffel",     "Place d''Italie",  6],
  ["République",      "Invalides",       6],
  ["Batignolles",     "Place d''Italie",  7],
  ["Gare du Nord",    "Montparnasse",    7],
  ["Arc de Triomphe", "Gare de Lyon",    7],
  ["Champs-Élysées",  "Père-Lachaise",   7],
  ["Belleville",      "Tour Eiffel",     8],
  ["Arc de Triomphe", "Père-Lachaise",   8],
]

# A card of each of these colours, kept from routes of that colour, makes a flag.
[flag]
colors = ["blue", "white", "red"]
points = 4

# How the board looks: Paris in the 1920s.
[theme]
title    = "Paris"
subtitle = "En autobus · 1925"
type     = "deco"
frame    = "deco"
water    = "lines"
paper    = "#faf2e0"
sea      = "#9fc4cf"
land     = "#f3e8d2"
coast    = "#3f6b7c"
park     = "#c6d2a0"
ink      = "#1b1a26"
accent   = "#c79a3b"

# What lies on the ground, as [lat, lon] points.
[scenery]
rivers = [
  { name = "Seine", width = 19, line = [[48.812, 2.408], [48.822, 2.4], [48.835, 2.383], [48.843, 2.367], [48.8475, 2.362]] },
  { name = "Grand bras", width = 11, line = [[48.8475, 2.362], [48.852, 2.3603], [48.8545, 2.3545], [48.8572, 2.348], [48.8585, 2.34]] },
  { name = "Petit bras", width = 10, line = [[48.8475, 2.362], [48.8497, 2.3565], [48.8518, 2.3505], [48.8543, 2.344], [48.8585, 2.34]] },
  { name = "Seine", width = 19, line = [[48.8585, 2.34], [48.86, 2.333], [48.861, 2.325], [48.8635, 2.319], [48.864, 2.313], [48.8638, 2.301], [48.8605, 2.2925], [48.856, 2.288], [48.85, 2.28], [48.846, 2.275], [48.838, 2.268], [48.83, 2.26], [48.823, 2.245]] },
  { name = "Canal Saint-Martin", width = 3.4, line = [[48.8425, 2.364], [48.846, 2.3648], [48.849, 2.3668], [48.853, 2.3685], [48.86, 2.366], [48.87, 2.3655], [48.878, 2.368], [48.884, 2.372], [48.888, 2.38], [48.896, 2.395], [48.905, 2.4]] },
]
parks = [
  { name = "Jardin du Luxembourg", round = false, outline = [[48.849, 2.333], [48.8485, 2.3395], [48.8445, 2.3385], [48.844, 2.3345], [48.8455, 2.3315]] },
  { name = "Tuileries", round = false, outline = [[48.866, 2.3215], [48.8635, 2.3305], [48.8617, 2.3295], [48.864, 2.3205]] },
  { name = "Champ de Mars", round = false, outline = [[48.8573, 2.2948], [48.859, 2.2975], [48.8535, 2.306], [48.8518, 2.303]] },
  { name = "Jardin des Plantes", round = false, outline = [[48.8448, 2.3545], [48.8418, 2.3645], [48.84, 2.362], [48.843, 2.354]] },
  { name = "Père-Lachaise", outline = [[48.864, 2.388], [48.8632, 2.395], [48.8605, 2.3995], [48.8575, 2.3935], [48.8595, 2.388]] },
  { name = "Buttes-Chaumont", outline = [[48.8815, 2.3795], [48.8805, 2.3855], [48.877, 2.385], [48.876, 2.381]] },
  { name = "Esplanade", round = false, outline = [[48.8625, 2.3122], [48.8625, 2.3146], [48.858, 2.3146], [48.858, 2.312]] },
  { name = "Parc Monceau", outline = [[48.8807, 2.306], [48.8805, 2.3115], [48.8783, 2.311], [48.8783, 2.3065]] },
  { name = "Cimetière du Montparnasse", round = false, outline = [[48.8397, 2.3235], [48.839, 2.33], [48.8362, 2.329], [48.8372, 2.3228]] },
  { name = "Cimetière de Montmartre", outline = [[48.8905, 2.329], [48.8895, 2.3325], [48.8865, 2.331], [48.8872, 2.328]] },
  { name = "Bois de Boulogne", outline = [[48.879, 2.275], [48.872, 2.2725], [48.862, 2.269], [48.85, 2.258], [48.845, 2.23], [48.88, 2.23]] },
  { name = "Trocadéro", outline = [[48.8628, 2.287], [48.8612, 2.2915], [48.8598, 2.2895], [48.8612, 2.2855]] },
  { name = "Bois de Vincennes", outline = [[48.842, 2.415], [48.837, 2.408], [48.828, 2.41], [48.82, 2.43], [48.845, 2.44]] },
]
streets = [
  { name = "Champs-Élysées", line = [[48.878, 2.282], [48.8738, 2.295], [48.8656, 2.3212]] },
  { name = "Grands Boulevards", line = [[48.8656, 2.3212], [48.8698, 2.3245], [48.872, 2.3316], [48.8712, 2.343], [48.8695, 2.3545], [48.8674, 2.3637], [48.86, 2.367], [48.8532, 2.3692], [48.8443, 2.3744]] },
  { name = "Rue de Rivoli", line = [[48.8656, 2.3212], [48.8605, 2.34], [48.857, 2.3515], [48.8532, 2.3692]] },
  { name = "Boulevard Saint-Germain", line = [[48.8615, 2.319], [48.856, 2.326], [48.853, 2.335], [48.851, 2.344], [48.849, 2.355]] },
  { name = "Boulevard Saint-Michel", line = [[48.885, 2.3595], [48.876, 2.3585], [48.865, 2.3535], [48.8585, 2.3475], [48.8535, 2.3445], [48.847, 2.3405], [48.84, 2.337], [48.8335, 2.3325], [48.823, 2.326]] },
  { name = "Boulevard du Montparnasse", line = [[48.847, 2.316], [48.8422, 2.323], [48.84, 2.337], [48.837, 2.347], [48.8312, 2.3556]] },
  { name = "Boulevards extérieurs", line = [[48.8738, 2.295], [48.8785, 2.2985], [48.881, 2.315], [48.8838, 2.3275], [48.8825, 2.338], [48.8838, 2.349], [48.8843, 2.36], [48.8825, 2.37], [48.877, 2.371], [48.8722, 2.377], [48.8665, 2.383], [48.8615, 2.388], [48.856, 2.395], [48.8483, 2.396]] },
  { name = "Boulevard Voltaire", line = [[48.8674, 2.3637], [48.858, 2.379], [48.8483, 2.396]] },
  { name = "Rue du Faubourg-Saint-Antoine", line = [[48.8532, 2.3692], [48.85, 2.384], [48.8483, 2.396], [48.8475, 2.415]] },
  { name = "Boulevard Diderot", line = [[48.8483, 2.396], [48.8443, 2.3744], [48.8425, 2.3655]] },
  { name = "Boulevard Auriol", line = [[48.8312, 2.3556], [48.836, 2.372], [48.84, 2.385], [48.8483, 2.396]] },
  { name = "Avenue des Gobelins", line = [[48.8312, 2.3556], [48.838, 2.3515], [48.844, 2.349], [48.851, 2.3465]] },
  { name = "Avenue d''Italie", line = [[48.8312, 2.3556], [48.819, 2.36]] },
  { name = "Boulevard Blanqui", line = [[48.8312, 2.3556], [48.8315, 2.344], [48.8335, 2.3325], [48.837, 2.323], [48.8422, 2.3211]] },
  { name = "Boulevard de Grenelle", line = [[48.856, 2.288], [48.85, 2.299], [48.8455, 2.3095], [48.8422, 2.3211]] },
  { name = "Avenue Kléber", line = [[48.8738, 2.295], [48.863, 2.287], [48.856, 2.288]] },
  { name = "Avenue Victor-Hugo", line = [[48.8738, 2.295], [48.868, 2.282], [48.864, 2.274]] },
  { name = "Rue La Fayette", line = [[48.872, 2.3316], [48.876, 2.345], [48.88, 2.357], [48.884, 2.37]] },
  { name = "Rue de Rome", line = [[48.872, 2.328], [48.877, 2.3245], [48.885, 2.318], [48.893, 2.313]] },
  { name = "Avenue de l''Opéra", line = [[48.872, 2.3316], [48.8635, 2.3355]] },
  { name = "Boulevard des Invalides", line = [[48.86, 2.314], [48.851, 2.3145], [48.847, 2.316]] },
  { name = "Rue de Vaugirard", line = [[48.849, 2.337], [48.845, 2.326], [48.841, 2.31], [48.835, 2.295]] },
  { name = "Rue du Temple", line = [[48.8674, 2.3637], [48.862, 2.357], [48.857, 2.3515]] },
  { name = "Rue de Belleville", line = [[48.8722, 2.377], [48.875, 2.39], [48.8765, 2.405]] },
  { name = "Rue Lepic", line = [[48.8838, 2.3275], [48.888, 2.333], [48.893, 2.344]] },
]
',NULL,1740855697.881);
CREATE TABLE records (
	game VARCHAR(40) NOT NULL, 
	seq INTEGER NOT NULL, 
	at FLOAT NOT NULL, 
	"key" VARCHAR(80), 
	body TEXT NOT NULL, 
	PRIMARY KEY (game, seq), 
	CONSTRAINT records_once UNIQUE (game, "key"), 
	FOREIGN KEY(game) REFERENCES games (id)
);
INSERT INTO "records" VALUES('934tkyj5b5gb',0,1740855632.926,NULL,'{"r":"created","map":"london","map_hash":"d40ddc28b9bd368c09ac3408dba732316a7a25cbb7950b4e957cae6325262caa","title":"London","seats":[{"kind":"person","name":"Ada","colour":"red","guest":"2c3fbf47b7384682445298857f17ad97"},{"kind":"open","name":"","colour":"blue"},{"kind":"open","name":"","colour":"green"},{"kind":"bot","name":"Hard bot","colour":"yellow","level":"hard"}],"host":"2c3fbf47b7384682445298857f17ad97","options":["single_draw"],"hints":false}');
INSERT INTO "records" VALUES('934tkyj5b5gb',1,1740855633.093,NULL,'{"r":"sat down","chair":1,"guest":"791efaad7ae3773c89918a0756355495","name":"Žofie","colour":"blue"}');
INSERT INTO "records" VALUES('934tkyj5b5gb',2,1740855633.168,NULL,'{"r":"joined","chair":1,"guest":"b815117df938daf979b343b6d49fd517"}');
INSERT INTO "records" VALUES('934tkyj5b5gb',3,1740855633.249,NULL,'{"r":"sat down","chair":2,"guest":"9431466dff4cc5c5a8312a43088ffd6e","name":"Guest 8261","colour":"black"}');
INSERT INTO "records" VALUES('934tkyj5b5gb',4,1740855633.317,NULL,'{"r":"chair set","chair":2,"setup":{"kind":"open","name":"","colour":"black"}}');
INSERT INTO "records" VALUES('934tkyj5b5gb',5,1740855633.371,NULL,'{"r":"chair set","chair":3,"setup":{"kind":"bot","name":"Easy bot","colour":"yellow","level":"easy"}}');
INSERT INTO "records" VALUES('934tkyj5b5gb',6,1740855633.388,NULL,'{"r":"edited","options":["replacement_wild","single_draw"],"public":false,"hints":false,"clock":1209600}');
INSERT INTO "records" VALUES('q7ypvy1kshfd',0,1740855633.435,NULL,'{"r":"created","map":"london","map_hash":"d40ddc28b9bd368c09ac3408dba732316a7a25cbb7950b4e957cae6325262caa","title":"London","seats":[{"kind":"person","name":"Ada","colour":"red","guest":"2c3fbf47b7384682445298857f17ad97"},{"kind":"open","name":"","colour":"blue"},{"kind":"open","name":"","colour":"green"},{"kind":"bot","name":"Easy bot","colour":"yellow","level":"easy"}],"host":"2c3fbf47b7384682445298857f17ad97","options":["replacement_wild","single_draw"],"public":true}');
INSERT INTO "records" VALUES('q7ypvy1kshfd',1,1740855633.499,NULL,'{"r":"sat down","chair":1,"guest":"791efaad7ae3773c89918a0756355495","name":"Žofie","colour":"green"}');
INSERT INTO "records" VALUES('q7ypvy1kshfd',2,1740855633.576,NULL,'{"r":"sat down","chair":2,"guest":"b815117df938daf979b343b6d49fd517","name":"小林","colour":"white"}');
INSERT INTO "records" VALUES('q7ypvy1kshfd',3,1740855633.626,NULL,'{"r":"started","seed":"0224cabbe7501e0809eabf1484ed8187dd860dea5051507af83cb4d9d8ae4c63","chairs":[2,0,3,1]}');
INSERT INTO "records" VALUES('q7ypvy1kshfd',4,1740855633.804,NULL,'{"r":"acted","seat":2,"code":12305,"by":"bot"}');
INSERT INTO "records" VALUES('q7ypvy1kshfd',5,1740855634.131,'c2:m2','{"r":"acted","seat":0,"code":4113}');
INSERT INTO "records" VALUES('q7ypvy1kshfd',6,1740855634.219,'c1:m3','{"r":"acted","seat":3,"code":16433}');
INSERT INTO "records" VALUES('q7ypvy1kshfd',7,1740855634.274,'c0:m4','{"r":"acted","seat":1,"code":8225}');
INSERT INTO "records" VALUES('q7ypvy1kshfd',8,1740855634.358,'c2:m6','{"r":"acted","seat":0,"code":131253}');
INSERT INTO "records" VALUES('q7ypvy1kshfd',9,1740855634.439,'c0:m7','{"r":"acted","seat":1,"code":137438954037}');
INSERT INTO "records" VALUES('q7ypvy1kshfd',10,1740855634.47,NULL,'{"r":"acted","seat":2,"code":34,"by":"bot"}');
INSERT INTO "records" VALUES('q7ypvy1kshfd',11,1740855634.488,NULL,'{"r":"acted","seat":2,"code":2,"by":"bot"}');
INSERT INTO "records" VALUES('q7ypvy1kshfd',12,1740855634.504,'c1:m8','{"r":"acted","seat":3,"code":4503599761588373}');
INSERT INTO "records" VALUES('q7ypvy1kshfd',13,1740855634.593,'c2:m10','{"r":"acted","seat":0,"code":82}');
INSERT INTO "records" VALUES('q7ypvy1kshfd',14,1740855634.651,'c2:m12','{"r":"acted","seat":0,"code":7}');
INSERT INTO "records" VALUES('q7ypvy1kshfd',15,1740855634.71,'c0:m12','{"r":"acted","seat":1,"code":4294967461}');
INSERT INTO "records" VALUES('q7ypvy1kshfd',16,1740855634.817,NULL,'{"r":"acted","seat":2,"code":4194613,"by":"bot"}');
INSERT INTO "records" VALUES('q7ypvy1kshfd',17,1740855634.888,'c1:m14','{"r":"acted","seat":3,"code":130}');
INSERT INTO "records" VALUES('q7ypvy1kshfd',18,1740855634.968,'c2:m17','{"r":"acted","seat":0,"code":137438954021}');
INSERT INTO "records" VALUES('q7ypvy1kshfd',19,1740855635.078,'c0:m17','{"r":"said","name":"Ada","text":"Good luck, всем!","chair":0}');
INSERT INTO "records" VALUES('q7ypvy1kshfd',20,1740855635.125,'g9431466dff4cc5c5:m1','{"r":"said","name":"Guest 8261","text":"I am only watching."}');
INSERT INTO "records" VALUES('q7ypvy1kshfd',21,1740855635.151,'c2:m19','{"r":"resigned","seat":0}');
INSERT INTO "records" VALUES('q7ypvy1kshfd',22,1740855635.202,'c0:m19','{"r":"acted","seat":1,"code":50}');
INSERT INTO "records" VALUES('q7ypvy1kshfd',23,1740855635.261,'c0:m21','{"r":"acted","seat":1,"code":7}');
INSERT INTO "records" VALUES('q7ypvy1kshfd',24,1740855635.309,NULL,'{"r":"acted","seat":2,"code":146,"by":"bot"}');
INSERT INTO "records" VALUES('q7ypvy1kshfd',25,1740855635.5,NULL,'{"r":"acted","seat":2,"code":146,"by":"bot"}');
INSERT INTO "records" VALUES('q7ypvy1kshfd',26,1740855635.6,'c1:m22','{"r":"acted","seat":3,"code":146}');
INSERT INTO "records" VALUES('q7ypvy1kshfd',27,1740855635.663,'c1:m24','{"r":"acted","seat":3,"code":18}');
INSERT INTO "records" VALUES('q7ypvy1kshfd',28,1740855635.752,NULL,'{"r":"acted","seat":0,"code":66,"by":"bot"}');
INSERT INTO "records" VALUES('q7ypvy1kshfd',29,1740855635.833,NULL,'{"r":"acted","seat":0,"code":146,"by":"bot"}');
INSERT INTO "records" VALUES('q7ypvy1kshfd',30,1740855635.873,'c0:m29','{"r":"acted","seat":1,"code":34}');
INSERT INTO "records" VALUES('q7ypvy1kshfd',31,1740855635.945,'c0:m31','{"r":"acted","seat":1,"code":146}');
INSERT INTO "records" VALUES('q7ypvy1kshfd',32,1740855636.093,NULL,'{"r":"acted","seat":2,"code":4194917,"by":"bot"}');
INSERT INTO "records" VALUES('q7ypvy1kshfd',33,1740855636.3,'c1:m31','{"r":"acted","seat":3,"code":4503599627501829}');
INSERT INTO "records" VALUES('q7ypvy1kshfd',34,1740855636.45,NULL,'{"r":"acted","seat":0,"code":146,"by":"bot"}');
INSERT INTO "records" VALUES('q7ypvy1kshfd',35,1740855636.682,NULL,'{"r":"acted","seat":0,"code":34,"by":"bot"}');
INSERT INTO "records" VALUES('q7ypvy1kshfd',36,1740855636.765,'c0:m37','{"r":"acted","seat":1,"code":2}');
INSERT INTO "records" VALUES('q7ypvy1kshfd',37,1740855636.92,'c0:m39','{"r":"acted","seat":1,"code":7}');
INSERT INTO "records" VALUES('q7ypvy1kshfd',38,1740855637.208,NULL,'{"r":"acted","seat":2,"code":2,"by":"bot"}');
INSERT INTO "records" VALUES('q7ypvy1kshfd',39,1740855637.329,NULL,'{"r":"acted","seat":2,"code":130,"by":"bot"}');
INSERT INTO "records" VALUES('q7ypvy1kshfd',40,1740855637.641,'c1:resent','{"r":"acted","seat":3,"code":50}');
INSERT INTO "records" VALUES('q7ypvy1kshfd',41,1740855637.724,'c1:m41','{"r":"acted","seat":3,"code":50}');
INSERT INTO "records" VALUES('q7ypvy1kshfd',42,1740855637.835,NULL,'{"r":"acted","seat":0,"code":66,"by":"bot"}');
INSERT INTO "records" VALUES('q7ypvy1kshfd',43,1740855638.003,NULL,'{"r":"acted","seat":0,"code":146,"by":"bot"}');
INSERT INTO "records" VALUES('y7pcdtqm8snr',0,1740855648.146,NULL,'{"r":"created","map":"usa","map_hash":"a38c14766a9bde11d592912b53e7b845f9cc0e47d6675df844b23443594e4546","title":"USA","seats":[{"kind":"person","name":"Ada","colour":"red","guest":"2c3fbf47b7384682445298857f17ad97"},{"kind":"person","name":"Ada’s mother","colour":"blue","guest":"2c3fbf47b7384682445298857f17ad97"},{"kind":"bot","name":"Easy bot","colour":"green","level":"easy"},{"kind":"bot","name":"Easy bot 2","colour":"yellow","level":"easy"},{"kind":"bot","name":"Easy bot 3","colour":"black","level":"easy"}],"host":"2c3fbf47b7384682445298857f17ad97","shuffle":false}');
INSERT INTO "records" VALUES('y7pcdtqm8snr',1,1740855648.148,NULL,'{"r":"started","seed":"f06222e965de307ea23caacbc318cf955af03a5bd8f01cd4ce3ee111cfd809af","chairs":[0,1,2,3,4]}');
INSERT INTO "records" VALUES('y7pcdtqm8snr',2,1740855648.162,'c1:m1','{"r":"acted","seat":1,"code":8273}');
INSERT INTO "records" VALUES('y7pcdtqm8snr',3,1740855650.032,NULL,'{"r":"acted","seat":2,"code":12369,"by":"bot"}');
INSERT INTO "records" VALUES('y7pcdtqm8snr',4,1740855650.949,NULL,'{"r":"acted","seat":3,"code":16497,"by":"bot"}');
INSERT INTO "records" VALUES('y7pcdtqm8snr',5,1740855651.752,NULL,'{"r":"acted","seat":4,"code":20593,"by":"bot"}');
INSERT INTO "records" VALUES('mfq2m8svnfk4',0,1740855651.811,NULL,'{"r":"created","map":"mini","map_hash":"6e92e38ac1d0ce1a3b430d6755546be26dad82a7aef209b835e5b5002d169872","title":"Mini","seats":[{"kind":"person","name":"Žofie","colour":"green","guest":"791efaad7ae3773c89918a0756355495"},{"kind":"open","name":"","colour":"blue"}],"host":"791efaad7ae3773c89918a0756355495"}');
INSERT INTO "records" VALUES('mfq2m8svnfk4',1,1740855651.876,NULL,'{"r":"sat down","chair":1,"guest":"2c3fbf47b7384682445298857f17ad97","name":"Ada","colour":"red"}');
INSERT INTO "records" VALUES('mfq2m8svnfk4',2,1740855651.974,NULL,'{"r":"started","seed":"021c59f1f1d2c6b48bed8e803b19c2d922cbc7d07b2b86955586c889e6f3749d","chairs":[1,0]}');
INSERT INTO "records" VALUES('mfq2m8svnfk4',3,1740855652.283,'c1:m2','{"r":"acted","seat":0,"code":4145}');
INSERT INTO "records" VALUES('mfq2m8svnfk4',4,1740855652.353,'c0:m3','{"r":"acted","seat":1,"code":8241}');
INSERT INTO "records" VALUES('mfq2m8svnfk4',5,1740855652.406,'c1:m5','{"r":"acted","seat":0,"code":50}');
INSERT INTO "records" VALUES('mfq2m8svnfk4',6,1740855652.453,'c1:m7','{"r":"acted","seat":0,"code":2}');
INSERT INTO "records" VALUES('mfq2m8svnfk4',7,1740855652.503,'c0:m7','{"r":"acted","seat":1,"code":4503599761588261}');
INSERT INTO "records" VALUES('mfq2m8svnfk4',8,1740855652.59,'c1:m10','{"r":"acted","seat":0,"code":4}');
INSERT INTO "records" VALUES('mfq2m8svnfk4',9,1740855652.658,'c1:m12','{"r":"acted","seat":0,"code":33}');
INSERT INTO "records" VALUES('mfq2m8svnfk4',10,1740855652.743,'c0:m11','{"r":"acted","seat":1,"code":50}');
INSERT INTO "records" VALUES('mfq2m8svnfk4',11,1740855652.82,'c0:m13','{"r":"acted","seat":1,"code":146}');
INSERT INTO "records" VALUES('mfq2m8svnfk4',12,1740855652.913,'c0:m14','{"r":"said","name":"Žofie","text":"Oops!","chair":0}');
INSERT INTO "records" VALUES('mfq2m8svnfk4',13,1740855652.962,'c0:m15','{"r":"undo asked","seat":1,"to":8,"needs":[0]}');
INSERT INTO "records" VALUES('mfq2m8svnfk4',14,1740855653.15,'c1:m16','{"r":"undo answered","seat":0,"yes":true}');
INSERT INTO "records" VALUES('mfq2m8svnfk4',15,1740855653.293,'c0:m18','{"r":"acted","seat":1,"code":2}');
INSERT INTO "records" VALUES('mfq2m8svnfk4',16,1740855653.52,'c1:m19','{"r":"acted","seat":0,"code":34}');
INSERT INTO "records" VALUES('mfq2m8svnfk4',17,1740855653.684,'c1:m21','{"r":"acted","seat":0,"code":146}');
INSERT INTO "records" VALUES('mfq2m8svnfk4',18,1740855653.839,'c0:m22','{"r":"acted","seat":1,"code":50}');
INSERT INTO "records" VALUES('mfq2m8svnfk4',19,1740855653.894,'c0:m23','{"r":"said","name":"Žofie","text":"Oops!","chair":0}');
INSERT INTO "records" VALUES('mfq2m8svnfk4',20,1740855653.945,'c0:m24','{"r":"undo asked","seat":1,"to":11,"needs":[0]}');
INSERT INTO "records" VALUES('mfq2m8svnfk4',21,1740855653.993,'c1:m24','{"r":"undo answered","seat":0,"yes":false}');
INSERT INTO "records" VALUES('mfq2m8svnfk4',22,1740855654.068,'c0:m27','{"r":"acted","seat":1,"code":146}');
INSERT INTO "records" VALUES('mfq2m8svnfk4',23,1740855654.154,'c1:m27','{"r":"acted","seat":0,"code":146}');
INSERT INTO "records" VALUES('mfq2m8svnfk4',24,1740855654.201,'c1:m29','{"r":"acted","seat":0,"code":34}');
INSERT INTO "records" VALUES('mfq2m8svnfk4',25,1740855654.249,'c0:m31','{"r":"acted","seat":1,"code":4101}');
INSERT INTO "records" VALUES('mfq2m8svnfk4',26,1740855654.339,'c0:m32','{"r":"said","name":"Žofie","text":"Oops!","chair":0}');
INSERT INTO "records" VALUES('mfq2m8svnfk4',27,1740855654.392,'c0:m33','{"r":"undo asked","seat":1,"to":15,"needs":[0]}');
INSERT INTO "records" VALUES('jp1s5m9s0y28',0,1740855654.486,NULL,'{"r":"created","map":"uk","map_hash":"cbfa48dbe56cd09b40f677ffe1965b62f05ba8ec1f970861258b264750e8ea90","title":"United Kingdom","seats":[{"kind":"person","name":"Ada","colour":"red","guest":"2c3fbf47b7384682445298857f17ad97"},{"kind":"bot","name":"Easy bot","colour":"blue","level":"easy"}],"host":"2c3fbf47b7384682445298857f17ad97","options":["advanced","single_draw"],"public":true}');
INSERT INTO "records" VALUES('jp1s5m9s0y28',1,1740855654.496,NULL,'{"r":"started","seed":"48a46d3424cc8ac3e4fcfe09c7f3830fd8d2dc533008725758dd10d6e5bec227","chairs":[1,0]}');
INSERT INTO "records" VALUES('jp1s5m9s0y28',2,1740855654.857,'c0:m2','{"r":"acted","seat":1,"code":8497}');
INSERT INTO "records" VALUES('jp1s5m9s0y28',3,1740855676.037,NULL,'{"r":"acted","seat":0,"code":4273,"by":"bot"}');
INSERT INTO "records" VALUES('jp1s5m9s0y28',4,1740855676.772,NULL,'{"r":"acted","seat":0,"code":4503599627370502,"by":"bot"}');
INSERT INTO "records" VALUES('jp1s5m9s0y28',5,1740855677.635,NULL,'{"r":"acted","seat":0,"code":4194693,"by":"bot"}');
INSERT INTO "records" VALUES('jp1s5m9s0y28',6,1740855677.788,'c0:m8','{"r":"acted","seat":1,"code":13510798882111734}');
INSERT INTO "records" VALUES('jp1s5m9s0y28',7,1740855677.889,'c0:m11','{"r":"acted","seat":1,"code":82}');
INSERT INTO "records" VALUES('jp1s5m9s0y28',8,1740855677.941,'c0:m13','{"r":"acted","seat":1,"code":18}');
INSERT INTO "records" VALUES('jp1s5m9s0y28',9,1740855678.636,NULL,'{"r":"acted","seat":0,"code":66,"by":"bot"}');
INSERT INTO "records" VALUES('jp1s5m9s0y28',10,1740855679.285,NULL,'{"r":"acted","seat":0,"code":146,"by":"bot"}');
INSERT INTO "records" VALUES('jp1s5m9s0y28',11,1740855679.581,'c0:m17','{"r":"acted","seat":1,"code":141734056101}');
INSERT INTO "records" VALUES('jp1s5m9s0y28',12,1740855680.119,NULL,'{"r":"acted","seat":0,"code":4406640640022,"by":"bot"}');
INSERT INTO "records" VALUES('jp1s5m9s0y28',13,1740855680.716,NULL,'{"r":"acted","seat":0,"code":114,"by":"bot"}');
INSERT INTO "records" VALUES('jp1s5m9s0y28',14,1740855681.504,NULL,'{"r":"acted","seat":0,"code":50,"by":"bot"}');
INSERT INTO "records" VALUES('jp1s5m9s0y28',15,1740855681.584,'c0:m22','{"r":"acted","seat":1,"code":114}');
INSERT INTO "records" VALUES('jp1s5m9s0y28',16,1740855681.639,'c0:m24','{"r":"acted","seat":1,"code":82}');
INSERT INTO "records" VALUES('jp1s5m9s0y28',17,1740855682.22,NULL,'{"r":"acted","seat":0,"code":146,"by":"bot"}');
INSERT INTO "records" VALUES('jp1s5m9s0y28',18,1740855682.923,NULL,'{"r":"acted","seat":0,"code":146,"by":"bot"}');
INSERT INTO "records" VALUES('jp1s5m9s0y28',19,1740855682.957,'c0:m28','{"r":"acted","seat":1,"code":140737488357077}');
INSERT INTO "records" VALUES('jp1s5m9s0y28',20,1740855683.565,NULL,'{"r":"acted","seat":0,"code":140875195744294,"by":"bot"}');
INSERT INTO "records" VALUES('jp1s5m9s0y28',21,1740855684.56,NULL,'{"r":"acted","seat":0,"code":2,"by":"bot"}');
INSERT INTO "records" VALUES('jp1s5m9s0y28',22,1740855684.948,NULL,'{"r":"acted","seat":0,"code":2,"by":"bot"}');
INSERT INTO "records" VALUES('jp1s5m9s0y28',23,1740855685.062,'c0:m33','{"r":"acted","seat":1,"code":137438955077}');
INSERT INTO "records" VALUES('jp1s5m9s0y28',24,1740855685.535,NULL,'{"r":"acted","seat":0,"code":8501,"by":"bot"}');
INSERT INTO "records" VALUES('jp1s5m9s0y28',25,1740855685.675,'c0:m36','{"r":"acted","seat":1,"code":4}');
INSERT INTO "records" VALUES('jp1s5m9s0y28',26,1740855685.753,'c0:m38','{"r":"acted","seat":1,"code":49}');
INSERT INTO "records" VALUES('jp1s5m9s0y28',27,1740855686.273,NULL,'{"r":"acted","seat":0,"code":114,"by":"bot"}');
INSERT INTO "records" VALUES('jp1s5m9s0y28',28,1740855686.762,NULL,'{"r":"acted","seat":0,"code":50,"by":"bot"}');
INSERT INTO "records" VALUES('jp1s5m9s0y28',29,1740855686.977,'c0:m42','{"r":"acted","seat":1,"code":4}');
INSERT INTO "records" VALUES('jp1s5m9s0y28',30,1740855687.056,'c0:m44','{"r":"acted","seat":1,"code":65}');
INSERT INTO "records" VALUES('jp1s5m9s0y28',31,1740855687.945,NULL,'{"r":"acted","seat":0,"code":281474976711813,"by":"bot"}');
INSERT INTO "records" VALUES('mq2anb4z8adz',0,1740855688.236,NULL,'{"r":"created","map":"map-c2bd5d2404b4428e","map_hash":"c2bd5d2404b4428e17d5724640ef6e942954bf245053a9a9397d607cd6629704","title":"Everything","seats":[{"kind":"person","name":"小林","colour":"white","guest":"b815117df938daf979b343b6d49fd517"},{"kind":"open","name":"","colour":"blue"},{"kind":"bot","name":"Easy bot","colour":"red","level":"easy"}],"host":"b815117df938daf979b343b6d49fd517","options":["advanced","single_draw"]}');
INSERT INTO "records" VALUES('mq2anb4z8adz',1,1740855688.362,NULL,'{"r":"sat down","chair":1,"guest":"9431466dff4cc5c5a8312a43088ffd6e","name":"Guest 8261","colour":"black"}');
INSERT INTO "records" VALUES('mq2anb4z8adz',2,1740855688.418,NULL,'{"r":"started","seed":"e164c2d35ed1833b2c08293f24f1b2dbfe5bade4302f01f7b394bed428f8a649","chairs":[2,0,1]}');
INSERT INTO "records" VALUES('mq2anb4z8adz',3,1740855688.445,'c1:m2','{"r":"acted","seat":2,"code":12385}');
INSERT INTO "records" VALUES('mq2anb4z8adz',4,1740855688.493,'c0:m3','{"r":"acted","seat":1,"code":8273}');
INSERT INTO "records" VALUES('mq2anb4z8adz',5,1740855689.993,NULL,'{"r":"acted","seat":0,"code":4209,"by":"bot"}');
INSERT INTO "records" VALUES('mq2anb4z8adz',6,1740855690.778,NULL,'{"r":"acted","seat":0,"code":4503599627370534,"by":"bot"}');
INSERT INTO "records" VALUES('mq2anb4z8adz',7,1740855691.61,NULL,'{"r":"acted","seat":0,"code":2,"by":"bot"}');
INSERT INTO "records" VALUES('mq2anb4z8adz',8,1740855691.962,NULL,'{"r":"acted","seat":0,"code":2,"by":"bot"}');
INSERT INTO "records" VALUES('mq2anb4z8adz',9,1740855692.034,'c0:m9','{"r":"acted","seat":1,"code":4503599627370502}');
INSERT INTO "records" VALUES('mq2anb4z8adz',10,1740855692.174,'c0:m11','{"r":"acted","seat":1,"code":4}');
INSERT INTO "records" VALUES('mq2anb4z8adz',11,1740855692.29,'c0:m13','{"r":"acted","seat":1,"code":65}');
INSERT INTO "records" VALUES('mq2anb4z8adz',12,1740855692.482,'c1:m12','{"r":"acted","seat":2,"code":4503599627370646}');
INSERT INTO "records" VALUES('mq2anb4z8adz',13,1740855692.542,'c1:m14','{"r":"acted","seat":2,"code":134217781}');
INSERT INTO "records" VALUES('mq2anb4z8adz',14,1740855692.597,'c1:m16','{"r":"acted","seat":2,"code":7}');
INSERT INTO "records" VALUES('mq2anb4z8adz',15,1740855692.843,NULL,'{"r":"acted","seat":0,"code":4503599627370582,"by":"bot"}');
INSERT INTO "records" VALUES('mq2anb4z8adz',16,1740855693.368,NULL,'{"r":"acted","seat":0,"code":8293,"by":"bot"}');
INSERT INTO "records" VALUES('mq2anb4z8adz',17,1740855693.45,'c0:m20','{"r":"acted","seat":1,"code":182}');
INSERT INTO "records" VALUES('mq2anb4z8adz',18,1740855693.614,'c0:m22','{"r":"acted","seat":1,"code":4503599627370517}');
INSERT INTO "records" VALUES('mq2anb4z8adz',19,1740855693.686,'c1:m22','{"r":"acted","seat":2,"code":4503599627370662}');
INSERT INTO "records" VALUES('mq2anb4z8adz',20,1740855693.737,'c1:m24','{"r":"acted","seat":2,"code":146}');
INSERT INTO "records" VALUES('mq2anb4z8adz',21,1740855693.792,'c1:m26','{"r":"acted","seat":2,"code":146}');
INSERT INTO "records" VALUES('mq2anb4z8adz',22,1740855694.331,NULL,'{"r":"acted","seat":0,"code":4503599627370614,"by":"bot"}');
INSERT INTO "records" VALUES('mq2anb4z8adz',23,1740855694.568,NULL,'{"r":"acted","seat":0,"code":131109,"by":"bot"}');
INSERT INTO "records" VALUES('mq2anb4z8adz',24,1740855694.761,'c0:m29','{"r":"acted","seat":1,"code":4}');
INSERT INTO "records" VALUES('mq2anb4z8adz',25,1740855695.145,'c0:m31','{"r":"acted","seat":1,"code":33}');
INSERT INTO "records" VALUES('mq2anb4z8adz',26,1740855695.25,'c1:m32','{"r":"acted","seat":2,"code":50}');
INSERT INTO "records" VALUES('mq2anb4z8adz',27,1740855695.31,'c1:m34','{"r":"acted","seat":2,"code":146}');
INSERT INTO "records" VALUES('mq2anb4z8adz',28,1740855696.393,NULL,'{"r":"acted","seat":0,"code":2,"by":"bot"}');
INSERT INTO "records" VALUES('mq2anb4z8adz',29,1740855696.654,NULL,'{"r":"acted","seat":0,"code":146,"by":"bot"}');
INSERT INTO "records" VALUES('mq2anb4z8adz',30,1740855696.857,'c0:m37','{"r":"acted","seat":1,"code":18}');
INSERT INTO "records" VALUES('mq2anb4z8adz',31,1740855696.932,'c0:m39','{"r":"acted","seat":1,"code":2}');
INSERT INTO "records" VALUES('mq2anb4z8adz',32,1740855697.047,'c1:m40','{"r":"acted","seat":2,"code":266342}');
INSERT INTO "records" VALUES('mq2anb4z8adz',33,1740855697.185,'c1:m42','{"r":"acted","seat":2,"code":4503599627370501}');
INSERT INTO "records" VALUES('mq2anb4z8adz',34,1740855697.383,NULL,'{"r":"acted","seat":0,"code":34,"by":"bot"}');
INSERT INTO "records" VALUES('mq2anb4z8adz',35,1740855697.691,NULL,'{"r":"acted","seat":0,"code":146,"by":"bot"}');
INSERT INTO "records" VALUES('cc83hg3fq25p',0,1740855697.913,NULL,'{"r":"created","map":"paris","map_hash":"5d5324a8ae15c8d49ad84d9cbc1c46203417436133635c67a5bf62ae3f0d0319","title":"Paris","seats":[{"kind":"person","name":"Ada","colour":"red","guest":"2c3fbf47b7384682445298857f17ad97"},{"kind":"open","name":"","colour":"blue"},{"kind":"bot","name":"Medium bot","colour":"green","level":"medium"}],"host":"2c3fbf47b7384682445298857f17ad97","public":true,"clock":10}');
INSERT INTO "records" VALUES('cc83hg3fq25p',1,1740855698.092,NULL,'{"r":"sat down","chair":1,"guest":"791efaad7ae3773c89918a0756355495","name":"Žofie","colour":"blue"}');
INSERT INTO "records" VALUES('cc83hg3fq25p',2,1740855698.186,NULL,'{"r":"started","seed":"b1eafbbfcd4c2732f48fa1f672be4c3ee8bb5bc449144a1991ba46de3bf4eb76","chairs":[2,0,1]}');
INSERT INTO "records" VALUES('cc83hg3fq25p',3,1740855698.813,'c1:m2','{"r":"acted","seat":2,"code":12337}');
INSERT INTO "records" VALUES('cc83hg3fq25p',4,1740855699.036,'c0:m3','{"r":"acted","seat":1,"code":8209}');
INSERT INTO "records" VALUES('cc83hg3fq25p',5,1740855699.392,NULL,'{"r":"acted","seat":0,"code":4113,"by":"bot"}');
INSERT INTO "records" VALUES('cc83hg3fq25p',6,1740855699.487,NULL,'{"r":"acted","seat":0,"code":18,"by":"bot"}');
INSERT INTO "records" VALUES('cc83hg3fq25p',7,1740855699.529,NULL,'{"r":"acted","seat":0,"code":2,"by":"bot"}');
INSERT INTO "records" VALUES('cc83hg3fq25p',8,1740855699.558,'c0:m8','{"r":"acted","seat":1,"code":50}');
INSERT INTO "records" VALUES('cc83hg3fq25p',9,1740855699.635,'c0:m10','{"r":"acted","seat":1,"code":50}');
INSERT INTO "records" VALUES('cc83hg3fq25p',10,1740855699.686,'c1:m10','{"r":"acted","seat":2,"code":146}');
INSERT INTO "records" VALUES('cc83hg3fq25p',11,1740855699.748,'c1:m12','{"r":"acted","seat":2,"code":2}');
INSERT INTO "records" VALUES('cc83hg3fq25p',12,1740855699.816,NULL,'{"r":"acted","seat":0,"code":144115188075860005,"by":"bot"}');
INSERT INTO "records" VALUES('cc83hg3fq25p',13,1740855710.468,NULL,'{"r":"acted","seat":1,"code":268435861,"by":"clock"}');
INSERT INTO "records" VALUES('cc83hg3fq25p',14,1740855710.53,'c1:m16','{"r":"acted","seat":2,"code":144115188080050389}');
INSERT INTO "records" VALUES('cc83hg3fq25p',15,1740855710.683,NULL,'{"r":"acted","seat":0,"code":144115188076118501,"by":"bot"}');
INSERT INTO "records" VALUES('cc83hg3fq25p',16,1740855710.734,'c0:m18','{"r":"acted","seat":1,"code":82}');
INSERT INTO "records" VALUES('cc83hg3fq25p',17,1740855710.794,'c0:m20','{"r":"acted","seat":1,"code":146}');
INSERT INTO "records" VALUES('cc83hg3fq25p',18,1740855710.852,'c1:m21','{"r":"acted","seat":2,"code":66}');
INSERT INTO "records" VALUES('cc83hg3fq25p',19,1740855710.973,'c1:m23','{"r":"acted","seat":2,"code":66}');
INSERT INTO "records" VALUES('cc83hg3fq25p',20,1740855711.153,NULL,'{"r":"acted","seat":0,"code":130,"by":"bot"}');
INSERT INTO "records" VALUES('cc83hg3fq25p',21,1740855711.16,'c0:m25','{"r":"acted","seat":1,"code":130}');
INSERT INTO "records" VALUES('cc83hg3fq25p',22,1740855711.204,'c0:m26','{"r":"undo asked","seat":1,"to":18,"needs":[2]}');
INSERT INTO "records" VALUES('cc83hg3fq25p',23,1740855711.256,'c1:m27','{"r":"undo answered","seat":2,"yes":true}');
INSERT INTO "records" VALUES('cc83hg3fq25p',24,1740855711.404,'c0:m29','{"r":"acted","seat":1,"code":144115188080050229}');
INSERT INTO "records" VALUES('cc83hg3fq25p',25,1740855711.642,'c1:m29','{"r":"acted","seat":2,"code":4194549}');
INSERT INTO "records" VALUES('cc83hg3fq25p',26,1740855711.967,NULL,'{"r":"acted","seat":0,"code":4503599627370581,"by":"bot"}');
INSERT INTO "records" VALUES('cc83hg3fq25p',27,1740855711.985,'c0:m30','{"r":"acted","seat":1,"code":146}');
INSERT INTO "records" VALUES('cc83hg3fq25p',28,1740855712.129,'c0:m31','{"r":"acted","seat":1,"code":50}');
INSERT INTO "records" VALUES('cc83hg3fq25p',29,1740855712.141,'c1:m30','{"r":"acted","seat":2,"code":12884902741}');
INSERT INTO "records" VALUES('cc83hg3fq25p',30,1740855712.321,NULL,'{"r":"acted","seat":0,"code":82,"by":"bot"}');
INSERT INTO "records" VALUES('cc83hg3fq25p',31,1740855712.41,NULL,'{"r":"acted","seat":0,"code":146,"by":"bot"}');
INSERT INTO "records" VALUES('cc83hg3fq25p',32,1740855712.457,'c0:m32','{"r":"acted","seat":1,"code":268435893}');
INSERT INTO "records" VALUES('cc83hg3fq25p',33,1740855712.487,'c1:m31','{"r":"acted","seat":2,"code":130}');
INSERT INTO "records" VALUES('cc83hg3fq25p',34,1740855712.633,NULL,'{"r":"acted","seat":0,"code":146,"by":"bot"}');
INSERT INTO "records" VALUES('cc83hg3fq25p',35,1740855712.71,NULL,'{"r":"acted","seat":0,"code":66,"by":"bot"}');
INSERT INTO "records" VALUES('cc83hg3fq25p',36,1740855712.743,'c0:m33','{"r":"acted","seat":1,"code":18}');
INSERT INTO "records" VALUES('cc83hg3fq25p',37,1740855712.877,'c0:m34','{"r":"acted","seat":1,"code":18}');
INSERT INTO "records" VALUES('cc83hg3fq25p',38,1740855712.95,'c1:m32','{"r":"acted","seat":2,"code":144115188075859989}');
INSERT INTO "records" VALUES('cc83hg3fq25p',39,1740855713.085,NULL,'{"r":"acted","seat":0,"code":4503874505278213,"by":"bot"}');
INSERT INTO "records" VALUES('cc83hg3fq25p',40,1740855713.235,'c0:m35','{"r":"acted","seat":1,"code":34}');
INSERT INTO "records" VALUES('cc83hg3fq25p',41,1740855713.335,'c0:m36','{"r":"acted","seat":1,"code":146}');
INSERT INTO "records" VALUES('cc83hg3fq25p',42,1740855713.449,'c1:m33','{"r":"acted","seat":2,"code":4}');
INSERT INTO "records" VALUES('cc83hg3fq25p',43,1740855713.511,'c1:m34','{"r":"acted","seat":2,"code":49}');
INSERT INTO "records" VALUES('cc83hg3fq25p',44,1740855713.968,NULL,'{"r":"acted","seat":0,"code":66,"by":"bot"}');
INSERT INTO "records" VALUES('cc83hg3fq25p',45,1740855714.009,NULL,'{"r":"acted","seat":0,"code":82,"by":"bot"}');
INSERT INTO "records" VALUES('cc83hg3fq25p',46,1740855714.028,'c0:m37','{"r":"acted","seat":1,"code":146}');
INSERT INTO "records" VALUES('cc83hg3fq25p',47,1740855714.15,'c0:m38','{"r":"acted","seat":1,"code":2}');
INSERT INTO "records" VALUES('cc83hg3fq25p',48,1740855714.183,'c1:m35','{"r":"acted","seat":2,"code":4503599627370629}');
INSERT INTO "records" VALUES('cc83hg3fq25p',49,1740855714.548,NULL,'{"r":"acted","seat":0,"code":130,"by":"bot"}');
INSERT INTO "records" VALUES('cc83hg3fq25p',50,1740855714.595,'c0:m39','{"r":"acted","seat":1,"code":4503874505278261}');
INSERT INTO "records" VALUES('cc83hg3fq25p',51,1740855714.701,'c1:m36','{"r":"acted","seat":2,"code":34}');
INSERT INTO "records" VALUES('cc83hg3fq25p',52,1740855714.801,'c1:m37','{"r":"acted","seat":2,"code":2}');
INSERT INTO "records" VALUES('cc83hg3fq25p',53,1740855714.967,NULL,'{"r":"acted","seat":0,"code":4503608217305829,"by":"bot"}');
INSERT INTO "records" VALUES('cc83hg3fq25p',54,1740855715.008,'c0:m40','{"r":"acted","seat":1,"code":144115188076118677}');
INSERT INTO "records" VALUES('cc83hg3fq25p',55,1740855715.07,'c1:m38','{"r":"acted","seat":2,"code":4194453}');
INSERT INTO "records" VALUES('cc83hg3fq25p',56,1740855715.456,NULL,'{"r":"acted","seat":0,"code":18,"by":"bot"}');
INSERT INTO "records" VALUES('cc83hg3fq25p',57,1740855715.633,NULL,'{"r":"acted","seat":0,"code":146,"by":"bot"}');
INSERT INTO "records" VALUES('cc83hg3fq25p',58,1740855715.659,'c0:m41','{"r":"acted","seat":1,"code":4194581}');
INSERT INTO "records" VALUES('cc83hg3fq25p',59,1740855715.704,'c1:m39','{"r":"acted","seat":2,"code":4453}');
INSERT INTO "records" VALUES('cc83hg3fq25p',60,1740855715.755,NULL,'{"r":"acted","seat":0,"code":262517,"by":"bot"}');
INSERT INTO "records" VALUES('cc83hg3fq25p',61,1740855715.781,'c0:m42','{"r":"acted","seat":1,"code":144115188075860069}');
INSERT INTO "records" VALUES('cc83hg3fq25p',62,1740855715.824,'c1:m40','{"r":"acted","seat":2,"code":34}');
INSERT INTO "records" VALUES('cc83hg3fq25p',63,1740855715.947,'c1:m41','{"r":"acted","seat":2,"code":50}');
INSERT INTO "records" VALUES('cc83hg3fq25p',64,1740855716.254,NULL,'{"r":"acted","seat":0,"code":130,"by":"bot"}');
INSERT INTO "records" VALUES('cc83hg3fq25p',65,1740855716.31,'c0:m43','{"r":"acted","seat":1,"code":4}');
INSERT INTO "records" VALUES('cc83hg3fq25p',66,1740855716.473,'c0:m44','{"r":"acted","seat":1,"code":33}');
INSERT INTO "records" VALUES('cc83hg3fq25p',67,1740855716.493,'c1:m42','{"r":"acted","seat":2,"code":4194485}');
INSERT INTO "records" VALUES('cc83hg3fq25p',68,1740855716.608,NULL,'{"r":"acted","seat":0,"code":4503874505278165,"by":"bot"}');
INSERT INTO "records" VALUES('cc83hg3fq25p',69,1740855716.669,'c0:m45','{"r":"acted","seat":1,"code":144115188075860293}');
INSERT INTO "records" VALUES('cc83hg3fq25p',70,1740855716.759,'c1:m43','{"r":"acted","seat":2,"code":50}');
INSERT INTO "records" VALUES('cc83hg3fq25p',71,1740855716.824,'c1:m44','{"r":"acted","seat":2,"code":18}');
INSERT INTO "records" VALUES('cc83hg3fq25p',72,1740855716.881,NULL,'{"r":"acted","seat":0,"code":130,"by":"bot"}');
INSERT INTO "records" VALUES('cc83hg3fq25p',73,1740855717.012,'c1:m45','{"r":"said","name":"Žofie","text":"Bien joué !","chair":1}');
INSERT INTO "records" VALUES('d6d853dmvgcw',0,1740855717.182,NULL,'{"r":"created","map":"mini","map_hash":"6e92e38ac1d0ce1a3b430d6755546be26dad82a7aef209b835e5b5002d169872","title":"Mini","seats":[{"kind":"person","name":"Guest 8261","colour":"black","guest":"9431466dff4cc5c5a8312a43088ffd6e"},{"kind":"open","name":"","colour":"blue"},{"kind":"bot","name":"Medium bot","colour":"red","level":"medium"}],"host":"9431466dff4cc5c5a8312a43088ffd6e","public":true}');
INSERT INTO "records" VALUES('d6d853dmvgcw',1,1740855717.312,NULL,'{"r":"sat down","chair":1,"guest":"2c3fbf47b7384682445298857f17ad97","name":"Ada","colour":"blue"}');
INSERT INTO "records" VALUES('d6d853dmvgcw',2,1740855717.376,NULL,'{"r":"started","seed":"990ef7e45b63f46b1f51395ae9d485806e0e0b1ac75be831e9d3c5e644925e9f","chairs":[1,0,2]}');
INSERT INTO "records" VALUES('d6d853dmvgcw',3,1740855717.573,NULL,'{"r":"acted","seat":2,"code":12321,"by":"bot"}');
INSERT INTO "records" VALUES('d6d853dmvgcw',4,1740855717.629,'c1:m2','{"r":"acted","seat":0,"code":4145}');
INSERT INTO "records" VALUES('d6d853dmvgcw',5,1740855717.692,'c0:m3','{"r":"acted","seat":1,"code":8241}');
INSERT INTO "records" VALUES('d6d853dmvgcw',6,1740855717.766,'c1:m5','{"r":"acted","seat":0,"code":4}');
INSERT INTO "records" VALUES('d6d853dmvgcw',7,1740855717.814,'c1:m7','{"r":"acted","seat":0,"code":49}');
INSERT INTO "records" VALUES('d6d853dmvgcw',8,1740855717.874,'c0:m7','{"r":"acted","seat":1,"code":4}');
INSERT INTO "records" VALUES('d6d853dmvgcw',9,1740855717.925,'c0:m9','{"r":"acted","seat":1,"code":49}');
INSERT INTO "records" VALUES('d6d853dmvgcw',10,1740855718.077,NULL,'{"r":"acted","seat":2,"code":4503599761588261,"by":"bot"}');
INSERT INTO "records" VALUES('d6d853dmvgcw',11,1740855718.21,'c1:m12','{"r":"acted","seat":0,"code":4}');
INSERT INTO "records" VALUES('d6d853dmvgcw',12,1740855718.333,'c1:m14','{"r":"acted","seat":0,"code":49}');
INSERT INTO "records" VALUES('d6d853dmvgcw',13,1740855718.423,'c0:m14','{"r":"resigned","seat":1}');
INSERT INTO "records" VALUES('d6d853dmvgcw',14,1740855718.871,NULL,'{"r":"acted","seat":1,"code":130,"by":"bot"}');
INSERT INTO "records" VALUES('d6d853dmvgcw',15,1740855718.924,NULL,'{"r":"acted","seat":2,"code":130,"by":"bot"}');
INSERT INTO "records" VALUES('d6d853dmvgcw',16,1740855719.044,'c1:m19','{"r":"acted","seat":0,"code":4}');
INSERT INTO "records" VALUES('d6d853dmvgcw',17,1740855719.143,'c1:m21','{"r":"acted","seat":0,"code":17}');
INSERT INTO "records" VALUES('d6d853dmvgcw',18,1740855720.005,NULL,'{"r":"acted","seat":1,"code":50,"by":"bot"}');
INSERT INTO "records" VALUES('d6d853dmvgcw',19,1740855720.479,NULL,'{"r":"acted","seat":1,"code":50,"by":"bot"}');
INSERT INTO "records" VALUES('d6d853dmvgcw',20,1740855720.514,NULL,'{"r":"acted","seat":2,"code":34,"by":"bot"}');
INSERT INTO "records" VALUES('d6d853dmvgcw',21,1740855720.593,NULL,'{"r":"acted","seat":2,"code":146,"by":"bot"}');
INSERT INTO "records" VALUES('d6d853dmvgcw',22,1740855720.872,'c1:m27','{"r":"resigned","seat":0}');
INSERT INTO "records" VALUES('1gmv74t169xs',0,1740855722.404,NULL,'{"r":"created","map":"uk","map_hash":"cbfa48dbe56cd09b40f677ffe1965b62f05ba8ec1f970861258b264750e8ea90","title":"United Kingdom","seats":[{"kind":"bot","name":"Ada","colour":"blue","level":"imported"},{"kind":"bot","name":"Žofie Dvořáková","colour":"red","level":"imported"}],"host":"791efaad7ae3773c89918a0756355495","options":["advanced"],"shuffle":false}');
INSERT INTO "records" VALUES('1gmv74t169xs',1,1740855722.404,NULL,'{"r":"started","seed":"384d869b2ab9c6df6852cd65eb1a9d4c66393349198adc0c8e81883109459507","chairs":[0,1]}');
INSERT INTO "records" VALUES('1gmv74t169xs',2,1740855722.404,NULL,'{"r":"acted","seat":0,"code":113}');
INSERT INTO "records" VALUES('1gmv74t169xs',3,1740855722.404,NULL,'{"r":"acted","seat":1,"code":305}');
INSERT INTO "records" VALUES('1gmv74t169xs',4,1740855722.404,NULL,'{"r":"acted","seat":0,"code":4503599627370518}');
INSERT INTO "records" VALUES('1gmv74t169xs',5,1740855722.404,NULL,'{"r":"acted","seat":0,"code":134218661}');
INSERT INTO "records" VALUES('1gmv74t169xs',6,1740855722.404,NULL,'{"r":"acted","seat":1,"code":4503599627370534}');
INSERT INTO "records" VALUES('1gmv74t169xs',7,1740855722.404,NULL,'{"r":"acted","seat":1,"code":4294968357}');
INSERT INTO "records" VALUES('1gmv74t169xs',8,1740855722.404,NULL,'{"r":"acted","seat":0,"code":4503599627370550}');
INSERT INTO "records" VALUES('1gmv74t169xs',9,1740855722.404,NULL,'{"r":"acted","seat":0,"code":146}');
INSERT INTO "records" VALUES('1gmv74t169xs',10,1740855722.404,NULL,'{"r":"acted","seat":0,"code":98}');
INSERT INTO "records" VALUES('1gmv74t169xs',11,1740855722.404,NULL,'{"r":"acted","seat":1,"code":5637}');
INSERT INTO "records" VALUES('1gmv74t169xs',12,1740855722.404,NULL,'{"r":"acted","seat":0,"code":8389893}');
INSERT INTO "records" VALUES('1gmv74t169xs',13,1740855722.404,NULL,'{"r":"acted","seat":1,"code":274877907365}');
INSERT INTO "records" VALUES('1gmv74t169xs',14,1740855722.404,NULL,'{"r":"acted","seat":0,"code":130}');
INSERT INTO "records" VALUES('1gmv74t169xs',15,1740855722.404,NULL,'{"r":"acted","seat":1,"code":18}');
INSERT INTO "records" VALUES('1gmv74t169xs',16,1740855722.404,NULL,'{"r":"acted","seat":1,"code":146}');
INSERT INTO "records" VALUES('1gmv74t169xs',17,1740855722.404,NULL,'{"r":"acted","seat":0,"code":130}');
INSERT INTO "records" VALUES('1gmv74t169xs',18,1740855722.404,NULL,'{"r":"acted","seat":1,"code":18}');
INSERT INTO "records" VALUES('1gmv74t169xs',19,1740855722.404,NULL,'{"r":"acted","seat":1,"code":114}');
INSERT INTO "records" VALUES('1gmv74t169xs',20,1740855722.404,NULL,'{"r":"acted","seat":0,"code":9007199254741110}');
INSERT INTO "records" VALUES('1gmv74t169xs',21,1740855722.404,NULL,'{"r":"acted","seat":0,"code":114}');
INSERT INTO "records" VALUES('1gmv74t169xs',22,1740855722.404,NULL,'{"r":"acted","seat":0,"code":114}');
INSERT INTO "records" VALUES('1gmv74t169xs',23,1740855722.404,NULL,'{"r":"acted","seat":1,"code":281474976972854}');
INSERT INTO "records" VALUES('1gmv74t169xs',24,1740855722.404,NULL,'{"r":"acted","seat":1,"code":82}');
INSERT INTO "records" VALUES('1gmv74t169xs',25,1740855722.404,NULL,'{"r":"acted","seat":1,"code":82}');
INSERT INTO "records" VALUES('1gmv74t169xs',26,1740855722.404,NULL,'{"r":"acted","seat":0,"code":285873023225894}');
INSERT INTO "records" VALUES('1gmv74t169xs',27,1740855722.404,NULL,'{"r":"acted","seat":0,"code":114}');
INSERT INTO "records" VALUES('1gmv74t169xs',28,1740855722.404,NULL,'{"r":"acted","seat":0,"code":146}');
INSERT INTO "records" VALUES('1gmv74t169xs',29,1740855722.404,NULL,'{"r":"acted","seat":1,"code":34}');
INSERT INTO "records" VALUES('1gmv74t169xs',30,1740855722.404,NULL,'{"r":"acted","seat":1,"code":82}');
INSERT INTO "records" VALUES('1gmv74t169xs',31,1740855722.404,NULL,'{"r":"acted","seat":0,"code":281474976712405}');
INSERT INTO "records" VALUES('1gmv74t169xs',32,1740855722.404,NULL,'{"r":"acted","seat":1,"code":412316860453}');
INSERT INTO "records" VALUES('1gmv74t169xs',33,1740855722.404,NULL,'{"r":"acted","seat":0,"code":146}');
INSERT INTO "records" VALUES('1gmv74t169xs',34,1740855722.404,NULL,'{"r":"acted","seat":0,"code":146}');
INSERT INTO "records" VALUES('1gmv74t169xs',35,1740855722.404,NULL,'{"r":"acted","seat":1,"code":18}');
INSERT INTO "records" VALUES('1gmv74t169xs',36,1740855722.404,NULL,'{"r":"acted","seat":1,"code":146}');
INSERT INTO "records" VALUES('1gmv74t169xs',37,1740855722.404,NULL,'{"r":"acted","seat":0,"code":130}');
INSERT INTO "records" VALUES('1gmv74t169xs',38,1740855722.404,NULL,'{"r":"acted","seat":1,"code":130}');
INSERT INTO "records" VALUES('1gmv74t169xs',39,1740855722.404,NULL,'{"r":"acted","seat":0,"code":146}');
INSERT INTO "records" VALUES('1gmv74t169xs',40,1740855722.404,NULL,'{"r":"acted","seat":0,"code":146}');
INSERT INTO "records" VALUES('1gmv74t169xs',41,1740855722.404,NULL,'{"r":"acted","seat":1,"code":146}');
INSERT INTO "records" VALUES('1gmv74t169xs',42,1740855722.404,NULL,'{"r":"acted","seat":1,"code":146}');
INSERT INTO "records" VALUES('1gmv74t169xs',43,1740855722.404,NULL,'{"r":"acted","seat":0,"code":4508272686006342}');
INSERT INTO "records" VALUES('1gmv74t169xs',44,1740855722.404,NULL,'{"r":"acted","seat":0,"code":146}');
INSERT INTO "records" VALUES('1gmv74t169xs',45,1740855722.404,NULL,'{"r":"acted","seat":0,"code":146}');
INSERT INTO "records" VALUES('1gmv74t169xs',46,1740855722.404,NULL,'{"r":"acted","seat":1,"code":9007199254741062}');
INSERT INTO "records" VALUES('1gmv74t169xs',47,1740855722.404,NULL,'{"r":"acted","seat":1,"code":146}');
INSERT INTO "records" VALUES('1gmv74t169xs',48,1740855722.404,NULL,'{"r":"acted","seat":1,"code":146}');
INSERT INTO "records" VALUES('1gmv74t169xs',49,1740855722.404,NULL,'{"r":"acted","seat":0,"code":146}');
INSERT INTO "records" VALUES('1gmv74t169xs',50,1740855722.404,NULL,'{"r":"acted","seat":0,"code":146}');
INSERT INTO "records" VALUES('1gmv74t169xs',51,1740855722.404,NULL,'{"r":"acted","seat":1,"code":4507997678211158}');
INSERT INTO "records" VALUES('1gmv74t169xs',52,1740855722.404,NULL,'{"r":"acted","seat":1,"code":146}');
INSERT INTO "records" VALUES('1gmv74t169xs',53,1740855722.404,NULL,'{"r":"acted","seat":1,"code":146}');
INSERT INTO "records" VALUES('1gmv74t169xs',54,1740855722.404,NULL,'{"r":"acted","seat":0,"code":146}');
INSERT INTO "records" VALUES('1gmv74t169xs',55,1740855722.404,NULL,'{"r":"acted","seat":0,"code":146}');
INSERT INTO "records" VALUES('1gmv74t169xs',56,1740855722.404,NULL,'{"r":"acted","seat":1,"code":146}');
INSERT INTO "records" VALUES('1gmv74t169xs',57,1740855722.404,NULL,'{"r":"acted","seat":1,"code":146}');
INSERT INTO "records" VALUES('1gmv74t169xs',58,1740855722.404,NULL,'{"r":"acted","seat":0,"code":9007199254741078}');
INSERT INTO "records" VALUES('1gmv74t169xs',59,1740855722.404,NULL,'{"r":"acted","seat":0,"code":146}');
INSERT INTO "records" VALUES('1gmv74t169xs',60,1740855722.404,NULL,'{"r":"acted","seat":0,"code":146}');
INSERT INTO "records" VALUES('1gmv74t169xs',61,1740855722.404,NULL,'{"r":"acted","seat":1,"code":4785074608279670}');
INSERT INTO "records" VALUES('1gmv74t169xs',62,1740855722.404,NULL,'{"r":"acted","seat":1,"code":50}');
INSERT INTO "records" VALUES('1gmv74t169xs',63,1740855722.404,NULL,'{"r":"acted","seat":1,"code":50}');
INSERT INTO "records" VALUES('1gmv74t169xs',64,1740855722.404,NULL,'{"r":"acted","seat":0,"code":146}');
INSERT INTO "records" VALUES('1gmv74t169xs',65,1740855722.404,NULL,'{"r":"acted","seat":0,"code":146}');
INSERT INTO "records" VALUES('1gmv74t169xs',66,1740855722.404,NULL,'{"r":"acted","seat":1,"code":50}');
INSERT INTO "records" VALUES('1gmv74t169xs',67,1740855722.404,NULL,'{"r":"acted","seat":1,"code":146}');
INSERT INTO "records" VALUES('1gmv74t169xs',68,1740855722.404,NULL,'{"r":"acted","seat":0,"code":4503874505277509}');
INSERT INTO "records" VALUES('1gmv74t169xs',69,1740855722.404,NULL,'{"r":"acted","seat":1,"code":402654277}');
INSERT INTO "records" VALUES('1gmv74t169xs',70,1740855722.404,NULL,'{"r":"acted","seat":0,"code":146}');
INSERT INTO "records" VALUES('1gmv74t169xs',71,1740855722.404,NULL,'{"r":"acted","seat":0,"code":146}');
INSERT INTO "records" VALUES('1gmv74t169xs',72,1740855722.404,NULL,'{"r":"acted","seat":1,"code":4398046511109}');
INSERT INTO "records" VALUES('1gmv74t169xs',73,1740855722.404,NULL,'{"r":"acted","seat":0,"code":66}');
INSERT INTO "records" VALUES('1gmv74t169xs',74,1740855722.404,NULL,'{"r":"acted","seat":0,"code":66}');
INSERT INTO "records" VALUES('1gmv74t169xs',75,1740855722.404,NULL,'{"r":"acted","seat":1,"code":146}');
INSERT INTO "records" VALUES('1gmv74t169xs',76,1740855722.404,NULL,'{"r":"acted","seat":1,"code":146}');
INSERT INTO "records" VALUES('1gmv74t169xs',77,1740855722.404,NULL,'{"r":"acted","seat":0,"code":146}');
INSERT INTO "records" VALUES('1gmv74t169xs',78,1740855722.404,NULL,'{"r":"acted","seat":0,"code":146}');
INSERT INTO "records" VALUES('1gmv74t169xs',79,1740855722.404,NULL,'{"r":"acted","seat":1,"code":146}');
INSERT INTO "records" VALUES('1gmv74t169xs',80,1740855722.404,NULL,'{"r":"acted","seat":1,"code":146}');
INSERT INTO "records" VALUES('1gmv74t169xs',81,1740855722.404,NULL,'{"r":"acted","seat":0,"code":146}');
INSERT INTO "records" VALUES('1gmv74t169xs',82,1740855722.404,NULL,'{"r":"acted","seat":0,"code":146}');
INSERT INTO "records" VALUES('1gmv74t169xs',83,1740855722.404,NULL,'{"r":"acted","seat":1,"code":5093}');
INSERT INTO "records" VALUES('1gmv74t169xs',84,1740855722.404,NULL,'{"r":"acted","seat":0,"code":281474976712517}');
INSERT INTO "records" VALUES('1gmv74t169xs',85,1740855722.404,NULL,'{"r":"acted","seat":1,"code":146}');
INSERT INTO "records" VALUES('1gmv74t169xs',86,1740855722.404,NULL,'{"r":"acted","seat":1,"code":146}');
INSERT INTO "records" VALUES('1gmv74t169xs',87,1740855722.404,NULL,'{"r":"acted","seat":0,"code":4503616807241573}');
INSERT INTO "records" VALUES('1gmv74t169xs',88,1740855722.404,NULL,'{"r":"acted","seat":1,"code":146}');
INSERT INTO "records" VALUES('1gmv74t169xs',89,1740855722.404,NULL,'{"r":"acted","seat":1,"code":146}');
INSERT INTO "records" VALUES('1gmv74t169xs',90,1740855722.404,NULL,'{"r":"acted","seat":0,"code":146}');
INSERT INTO "records" VALUES('1gmv74t169xs',91,1740855722.404,NULL,'{"r":"acted","seat":0,"code":146}');
INSERT INTO "records" VALUES('1gmv74t169xs',92,1740855722.404,NULL,'{"r":"acted","seat":1,"code":146}');
INSERT INTO "records" VALUES('1gmv74t169xs',93,1740855722.404,NULL,'{"r":"acted","seat":1,"code":146}');
INSERT INTO "records" VALUES('1gmv74t169xs',94,1740855722.404,NULL,'{"r":"acted","seat":0,"code":50}');
INSERT INTO "records" VALUES('1gmv74t169xs',95,1740855722.404,NULL,'{"r":"acted","seat":0,"code":146}');
INSERT INTO "records" VALUES('1gmv74t169xs',96,1740855722.404,NULL,'{"r":"acted","seat":1,"code":263717}');
INSERT INTO "records" VALUES('1gmv74t169xs',97,1740855722.404,NULL,'{"r":"acted","seat":0,"code":146}');
INSERT INTO "records" VALUES('1gmv74t169xs',98,1740855722.404,NULL,'{"r":"acted","seat":0,"code":146}');
INSERT INTO "records" VALUES('1gmv74t169xs',99,1740855722.404,NULL,'{"r":"acted","seat":1,"code":146}');
INSERT INTO "records" VALUES('1gmv74t169xs',100,1740855722.404,NULL,'{"r":"acted","seat":1,"code":146}');
INSERT INTO "records" VALUES('1gmv74t169xs',101,1740855722.404,NULL,'{"r":"acted","seat":0,"code":146}');
INSERT INTO "records" VALUES('1gmv74t169xs',102,1740855722.404,NULL,'{"r":"acted","seat":0,"code":146}');
INSERT INTO "records" VALUES('1gmv74t169xs',103,1740855722.404,NULL,'{"r":"acted","seat":1,"code":8388933}');
INSERT INTO "records" VALUES('1gmv74t169xs',104,1740855722.404,NULL,'{"r":"acted","seat":0,"code":146}');
INSERT INTO "records" VALUES('1gmv74t169xs',105,1740855722.404,NULL,'{"r":"acted","seat":0,"code":146}');
INSERT INTO "records" VALUES('1gmv74t169xs',106,1740855722.404,NULL,'{"r":"acted","seat":1,"code":4}');
INSERT INTO "records" VALUES('1gmv74t169xs',107,1740855722.404,NULL,'{"r":"acted","seat":1,"code":81}');
INSERT INTO "records" VALUES('1gmv74t169xs',108,1740855722.404,NULL,'{"r":"acted","seat":0,"code":146}');
INSERT INTO "records" VALUES('1gmv74t169xs',109,1740855722.404,NULL,'{"r":"acted","seat":0,"code":146}');
INSERT INTO "records" VALUES('1gmv74t169xs',110,1740855722.404,NULL,'{"r":"acted","seat":1,"code":4503599627370518}');
INSERT INTO "records" VALUES('1gmv74t169xs',111,1740855722.404,NULL,'{"r":"acted","seat":1,"code":4294968149}');
INSERT INTO "records" VALUES('1gmv74t169xs',112,1740855722.404,NULL,'{"r":"acted","seat":0,"code":146}');
INSERT INTO "records" VALUES('1gmv74t169xs',113,1740855722.404,NULL,'{"r":"acted","seat":0,"code":146}');
INSERT INTO "records" VALUES('1gmv74t169xs',114,1740855722.404,NULL,'{"r":"acted","seat":1,"code":4503608217306869}');
INSERT INTO "records" VALUES('1gmv74t169xs',115,1740855722.404,NULL,'{"r":"acted","seat":0,"code":98}');
INSERT INTO "records" VALUES('1gmv74t169xs',116,1740855722.404,NULL,'{"r":"acted","seat":0,"code":2}');
INSERT INTO "records" VALUES('1gmv74t169xs',117,1740855722.404,NULL,'{"r":"acted","seat":1,"code":82}');
INSERT INTO "records" VALUES('1gmv74t169xs',118,1740855722.404,NULL,'{"r":"acted","seat":1,"code":82}');
INSERT INTO "records" VALUES('1gmv74t169xs',119,1740855722.404,NULL,'{"r":"acted","seat":0,"code":17592186045845}');
INSERT INTO "records" VALUES('1gmv74t169xs',120,1740855722.404,NULL,'{"r":"acted","seat":1,"code":130}');
INSERT INTO "records" VALUES('1gmv74t169xs',121,1740855722.404,NULL,'{"r":"acted","seat":0,"code":4261}');
INSERT INTO "records" VALUES('1gmv74t169xs',122,1740855722.404,NULL,'{"r":"acted","seat":1,"code":4503874505278405}');
INSERT INTO "records" VALUES('1gmv74t169xs',123,1740855722.404,NULL,'{"r":"acted","seat":0,"code":4503600030169013}');
INSERT INTO "records" VALUES('1gmv74t169xs',124,1740855722.404,NULL,'{"r":"acted","seat":1,"code":130}');
INSERT INTO "records" VALUES('1gmv74t169xs',125,1740855722.404,NULL,'{"r":"acted","seat":0,"code":4}');
INSERT INTO "records" VALUES('1gmv74t169xs',126,1740855722.404,NULL,'{"r":"acted","seat":0,"code":97}');
INSERT INTO "records" VALUES('1gmv74t169xs',127,1740855722.404,NULL,'{"r":"acted","seat":1,"code":4}');
INSERT INTO "records" VALUES('1gmv74t169xs',128,1740855722.404,NULL,'{"r":"acted","seat":1,"code":17}');
INSERT INTO "records" VALUES('1gmv74t169xs',129,1740855722.404,NULL,'{"r":"acted","seat":0,"code":138547206}');
INSERT INTO "records" VALUES('1gmv74t169xs',130,1740855722.404,NULL,'{"r":"acted","seat":0,"code":140879360688533}');
INSERT INTO "records" VALUES('1gmv74t169xs',131,1740855722.404,NULL,'{"r":"acted","seat":1,"code":4398046511333}');
INSERT INTO "records" VALUES('1gmv74t169xs',132,1740855722.404,NULL,'{"r":"acted","seat":0,"code":2}');
INSERT INTO "records" VALUES('1gmv74t169xs',133,1740855722.404,NULL,'{"r":"acted","seat":0,"code":18}');
INSERT INTO "records" VALUES('1gmv74t169xs',134,1740855722.404,NULL,'{"r":"acted","seat":1,"code":4}');
INSERT INTO "records" VALUES('1gmv74t169xs',135,1740855722.404,NULL,'{"r":"acted","seat":1,"code":17}');
INSERT INTO "records" VALUES('1gmv74t169xs',136,1740855722.404,NULL,'{"r":"acted","seat":0,"code":130}');
INSERT INTO "records" VALUES('1gmv74t169xs',137,1740855722.404,NULL,'{"r":"acted","seat":1,"code":4503599627370502}');
INSERT INTO "records" VALUES('1gmv74t169xs',138,1740855722.404,NULL,'{"r":"acted","seat":1,"code":50}');
INSERT INTO "records" VALUES('1gmv74t169xs',139,1740855722.404,NULL,'{"r":"acted","seat":1,"code":146}');
INSERT INTO "records" VALUES('1gmv74t169xs',140,1740855722.404,NULL,'{"r":"acted","seat":0,"code":18}');
INSERT INTO "records" VALUES('1gmv74t169xs',141,1740855722.404,NULL,'{"r":"acted","seat":0,"code":146}');
INSERT INTO "records" VALUES('1gmv74t169xs',142,1740855722.404,NULL,'{"r":"acted","seat":1,"code":66}');
INSERT INTO "records" VALUES('1gmv74t169xs',143,1740855722.404,NULL,'{"r":"acted","seat":1,"code":66}');
INSERT INTO "records" VALUES('1gmv74t169xs',144,1740855722.404,NULL,'{"r":"acted","seat":0,"code":4503599627633861}');
INSERT INTO "records" VALUES('1gmv74t169xs',145,1740855722.404,NULL,'{"r":"acted","seat":1,"code":18}');
INSERT INTO "records" VALUES('1gmv74t169xs',146,1740855722.404,NULL,'{"r":"acted","seat":1,"code":146}');
INSERT INTO "records" VALUES('1gmv74t169xs',147,1740855722.404,NULL,'{"r":"acted","seat":0,"code":4485}');
INSERT INTO "records" VALUES('1gmv74t169xs',148,1740855722.404,NULL,'{"r":"acted","seat":1,"code":140750641824469}');
INSERT INTO "records" VALUES('1gmv74t169xs',149,1740855722.404,NULL,'{"r":"acted","seat":0,"code":98}');
INSERT INTO "records" VALUES('1gmv74t169xs',150,1740855722.404,NULL,'{"r":"acted","seat":0,"code":98}');
INSERT INTO "records" VALUES('1gmv74t169xs',151,1740855722.404,NULL,'{"r":"acted","seat":1,"code":2}');
INSERT INTO "records" VALUES('1gmv74t169xs',152,1740855722.404,NULL,'{"r":"acted","seat":1,"code":34}');
INSERT INTO "records" VALUES('1gmv74t169xs',153,1740855722.404,NULL,'{"r":"acted","seat":0,"code":146}');
INSERT INTO "records" VALUES('1gmv74t169xs',154,1740855722.404,NULL,'{"r":"acted","seat":0,"code":146}');
INSERT INTO "records" VALUES('1gmv74t169xs',155,1740855722.404,NULL,'{"r":"acted","seat":1,"code":4194389}');
INSERT INTO "records" VALUES('1gmv74t169xs',156,1740855722.404,NULL,'{"r":"acted","seat":0,"code":4516793766905653}');
INSERT INTO "records" VALUES('1gmv74t169xs',157,1740855722.404,NULL,'{"r":"acted","seat":1,"code":4533}');
INSERT INTO "records" VALUES('1gmv74t169xs',158,1740855722.404,NULL,'{"r":"acted","seat":0,"code":146}');
INSERT INTO "records" VALUES('1gmv74t169xs',159,1740855722.404,NULL,'{"r":"acted","seat":0,"code":146}');
INSERT INTO "records" VALUES('qj5vzz0xsxbe',0,1740855724.759,NULL,'{"r":"created","map":"mini","map_hash":"6e92e38ac1d0ce1a3b430d6755546be26dad82a7aef209b835e5b5002d169872","title":"Mini","seats":[{"kind":"person","name":"Guest 4076","colour":"purple","guest":"344d15c483353936543b9564ac6bac5a"},{"kind":"open","name":"","colour":"blue"}],"host":"344d15c483353936543b9564ac6bac5a","clock":1209600}');
INSERT INTO "records" VALUES('qj5vzz0xsxbe',1,1740855724.988,NULL,'{"r":"sat down","chair":1,"guest":"12c325d33475ad3eb2228e0fd156c534","name":"Guest 5091","colour":"blue"}');
INSERT INTO "records" VALUES('qj5vzz0xsxbe',2,1740855725.131,NULL,'{"r":"started","seed":"96d331e2361a21cc2543def1ecdb9f439250eba33e1da0c3cab714db570a1c97","chairs":[1,0]}');
INSERT INTO "records" VALUES('qj5vzz0xsxbe',3,1740855725.456,'c1:m2','{"r":"acted","seat":0,"code":4113}');
INSERT INTO "records" VALUES('qj5vzz0xsxbe',4,1740855725.548,'c0:m3','{"r":"acted","seat":1,"code":8241}');
INSERT INTO "records" VALUES('qj5vzz0xsxbe',5,1740855725.675,'c1:m5','{"r":"acted","seat":0,"code":146}');
INSERT INTO "records" VALUES('qj5vzz0xsxbe',6,1740855725.841,'c1:m7','{"r":"acted","seat":0,"code":146}');
INSERT INTO "records" VALUES('qj5vzz0xsxbe',7,1740855725.915,'c0:m7','{"r":"acted","seat":1,"code":4101}');
INSERT INTO "records" VALUES('qj5vzz0xsxbe',8,1740855726.01,'c1:m10','{"r":"acted","seat":0,"code":146}');
INSERT INTO "records" VALUES('qj5vzz0xsxbe',9,1740855726.185,'c1:m12','{"r":"acted","seat":0,"code":18}');
INSERT INTO "records" VALUES('156fzm2jr1zn',0,1740855726.441,NULL,'{"r":"created","map":"paris","map_hash":"5d5324a8ae15c8d49ad84d9cbc1c46203417436133635c67a5bf62ae3f0d0319","title":"Paris","seats":[{"kind":"person","name":"Ada","colour":"red","guest":"2c3fbf47b7384682445298857f17ad97"},{"kind":"person","name":"Žofie","colour":"blue","guest":"791efaad7ae3773c89918a0756355495"},{"kind":"bot","name":"Medium bot","colour":"green","level":"medium"}],"host":"791efaad7ae3773c89918a0756355495","public":true,"clock":10}');
INSERT INTO "records" VALUES('cc83hg3fq25p',74,1740855726.663,'rematch:cc83hg3fq25p','{"r":"rematched","game":"156fzm2jr1zn"}');
CREATE TABLE secrets (
	hash VARCHAR(64) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	seat INTEGER NOT NULL, 
	PRIMARY KEY (hash), 
	FOREIGN KEY(game) REFERENCES games (id)
);
INSERT INTO "secrets" VALUES('3855af1f1c664cc14d14750c40e3971301d09038950233090f22562d5f34e83e','934tkyj5b5gb',0);
INSERT INTO "secrets" VALUES('197348393957d6d07e24a332d7035ec496b3297bdb8fb53b79eb84d6f62a33b8','934tkyj5b5gb',-1);
INSERT INTO "secrets" VALUES('88dd7db0f956ce7d28c0714a2792d702b4edeab78577cf151f9bc1b43a988988','934tkyj5b5gb',1);
INSERT INTO "secrets" VALUES('39dc9562cf4bd21337e903b48304108c265ce0f16b65d2e11d96171b3a63be58','q7ypvy1kshfd',-1);
INSERT INTO "secrets" VALUES('f0336a0f991d8942d003865f681a99e8ddf4ba4251ba4ab1c7c264c3a7684a02','q7ypvy1kshfd',0);
INSERT INTO "secrets" VALUES('a5635bb19c01a1b6344f7fbf1096ede5922343db015896e320757ad9f58825ce','q7ypvy1kshfd',1);
INSERT INTO "secrets" VALUES('c296733a40fa8908e0f4b066085baba789d7ced3af95cbb49e458342a1051fc9','q7ypvy1kshfd',2);
INSERT INTO "secrets" VALUES('859e19205bc489a3dbe7de86191105b395568e42d9b466f0b70431d552a2663d','y7pcdtqm8snr',-1);
INSERT INTO "secrets" VALUES('5b5cdc4f48c5d2cd1f3687551c0ac8479a9df3fdcab8e280057c756ef9e12a3e','y7pcdtqm8snr',0);
INSERT INTO "secrets" VALUES('6f6a445be51c8e67b0b4c4631b7f69324ff9a7f97fcaf1d740f0c8425a56edb3','y7pcdtqm8snr',1);
INSERT INTO "secrets" VALUES('f152dcbd92bf124b69385df374520da63868c729989b82020b40781f6d9e4eed','mfq2m8svnfk4',-1);
INSERT INTO "secrets" VALUES('6bde8497a4823b584778830d4c2dfface38c582bce7703fc12e57f48e22d81a5','mfq2m8svnfk4',0);
INSERT INTO "secrets" VALUES('e946dd366eab4cec61bf5bdced2bf01f8716aa6e09dea82e90e5c7377790fcd8','mfq2m8svnfk4',1);
INSERT INTO "secrets" VALUES('6add08c7afa6873e56a0c25bce0ba26b045cea8b93743bee4ab3252b5904e453','jp1s5m9s0y28',-1);
INSERT INTO "secrets" VALUES('7f332663ae41f19fc14d6916ae10607745d081f3612458bf5106599cf5679fab','jp1s5m9s0y28',0);
INSERT INTO "secrets" VALUES('3ac167057a429f883eb7528f0c152aa16d1b9fa73a8451571275a01ac41ba8c3','mq2anb4z8adz',-1);
INSERT INTO "secrets" VALUES('925fc71b02c65479b96828d91fd1408e1bdb345a53f7387fc4d2fdb4fde89965','mq2anb4z8adz',0);
INSERT INTO "secrets" VALUES('c6ff2aec49f17d26e340dc83b7db1f110b8c9670df08a3b69f3dcd9b96680c53','mq2anb4z8adz',1);
INSERT INTO "secrets" VALUES('8ae249c204f087a733187e7992ebd700c84b486f87a7b0ba290cf3d66ae05c32','cc83hg3fq25p',-1);
INSERT INTO "secrets" VALUES('8c41e8d3c8fa0c51490776e955ae2e65a9346610fd2b4357ae472ee74567902a','cc83hg3fq25p',0);
INSERT INTO "secrets" VALUES('e80ff10773b37ec3d86049600a55d014e7dd025b114aeb422986b53bfb798f1c','cc83hg3fq25p',1);
INSERT INTO "secrets" VALUES('988b4471589da806a6946d5cb7aea6ab16b2af9877bf60624ba4b9b1c191a2a6','d6d853dmvgcw',-1);
INSERT INTO "secrets" VALUES('f8d5f130f55710514fa920f69f14bf97cd5b34e1030b0cf30342d700eaf635bf','d6d853dmvgcw',0);
INSERT INTO "secrets" VALUES('0f5a635e7cc2b6b12431f02fd560e97eff3b84c45765729fce6c6ab369391f05','d6d853dmvgcw',1);
INSERT INTO "secrets" VALUES('7c981055354f90d599315ff9b90dcb3b47767522272cd1fc82df5bbd706d9654','1gmv74t169xs',-1);
INSERT INTO "secrets" VALUES('426f5cc8d07b6c7ccfb3cce5c88eab37d3ceaa3237ddbd383547058bc67d6031','qj5vzz0xsxbe',-1);
INSERT INTO "secrets" VALUES('f89a536884c95352c75b7cf83c779ed02e02f12f13d151c767ef35966dbcad01','qj5vzz0xsxbe',0);
INSERT INTO "secrets" VALUES('3f73316296a7818e3ccaf488cb18377454669094ab7343a01cb75f0a52aa3a38','qj5vzz0xsxbe',1);
INSERT INTO "secrets" VALUES('0e50f517e4cd65f8af213d4210758563fe426e794ab28a55eddde6ea83d8dc99','156fzm2jr1zn',-1);
INSERT INTO "secrets" VALUES('b8a4017c2537147d156fca75d2e49c9261b305fa2af4a184ae43175df8feba2f','156fzm2jr1zn',1);
CREATE TABLE site (
	name VARCHAR(40) NOT NULL, 
	value TEXT NOT NULL, 
	PRIMARY KEY (name)
);
INSERT INTO "site" VALUES('key','478edbfe3192cbfc3e31114e6f9e51182ffcf5d486beaba7aac2400821f3a860');
CREATE INDEX maps_of_guest ON maps (guest);
CREATE INDEX games_by_stage ON games (stage, public, updated);
CREATE INDEX secrets_of_game ON secrets (game, seat);
CREATE INDEX entries_of_game ON entries (game);
COMMIT;
