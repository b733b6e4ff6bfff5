CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
CREATE TABLE games (
	id VARCHAR(40) NOT NULL, 
	stage VARCHAR(10) NOT NULL, 
	public BOOLEAN NOT NULL, 
	created DOUBLE PRECISION NOT NULL, 
	updated DOUBLE PRECISION NOT NULL, 
	row TEXT NOT NULL, 
	CONSTRAINT games_pkey PRIMARY KEY (id)
);
CREATE INDEX games_by_stage ON games (stage, public, updated);
CREATE TABLE guests (
	id VARCHAR(32) NOT NULL, 
	name VARCHAR(80) NOT NULL, 
	colour VARCHAR(20) NOT NULL, 
	created DOUBLE PRECISION NOT NULL, 
	CONSTRAINT guests_pkey PRIMARY KEY (id)
);
CREATE TABLE maps (
	hash VARCHAR(64) NOT NULL, 
	name VARCHAR(80) NOT NULL, 
	text TEXT NOT NULL, 
	guest VARCHAR(32), 
	created DOUBLE PRECISION NOT NULL, 
	CONSTRAINT maps_pkey PRIMARY KEY (hash)
);
CREATE INDEX maps_of_guest ON maps (guest);
CREATE TABLE site (
	name VARCHAR(40) NOT NULL, 
	value TEXT NOT NULL, 
	CONSTRAINT site_pkey PRIMARY KEY (name)
);
CREATE TABLE entries (
	guest VARCHAR(32) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	CONSTRAINT entries_pkey PRIMARY KEY (guest, game), 
	CONSTRAINT entries_game_fkey FOREIGN KEY(game) REFERENCES games (id)
);
CREATE INDEX entries_of_game ON entries (game);
CREATE TABLE records (
	game VARCHAR(40) NOT NULL, 
	seq INTEGER NOT NULL, 
	at DOUBLE PRECISION NOT NULL, 
	key VARCHAR(80), 
	body TEXT NOT NULL, 
	CONSTRAINT records_pkey PRIMARY KEY (game, seq), 
	CONSTRAINT records_game_fkey FOREIGN KEY(game) REFERENCES games (id), 
	CONSTRAINT records_once UNIQUE NULLS DISTINCT (game, key)
);
CREATE TABLE secrets (
	hash VARCHAR(64) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	seat INTEGER NOT NULL, 
	CONSTRAINT secrets_pkey PRIMARY KEY (hash), 
	CONSTRAINT secrets_game_fkey FOREIGN KEY(game) REFERENCES games (id)
);
CREATE INDEX secrets_of_game ON secrets (game, seat);
