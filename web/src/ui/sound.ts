// Three small sounds made on the spot; off unless wished for.
import { preferences } from "./preferences.svelte";

const TUNES: Record<string, [number, number][]> = {
  card: [[520, 0.05]],
  claim: [
    [330, 0.07],
    [440, 0.07],
    [550, 0.1],
  ],
  turn: [
    [660, 0.09],
    [880, 0.14],
  ],
};
let audio: AudioContext | undefined;

export function sound(name: keyof typeof TUNES & string): void {
  // Who looks elsewhere wants to hear of the turn, and of nothing else.
  if (!preferences.sound || (document.hidden && name !== "turn")) return;
  audio ??= new AudioContext();
  let at = audio.currentTime;
  for (const [pitch, length] of TUNES[name] ?? []) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.type = "triangle";
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.09, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + length);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + length);
    at += length;
  }
}
