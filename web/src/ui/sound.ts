// Three short sounds, synthesized. They are off by default.
import { preferences } from "./preferences.svelte";

type Sound = "card" | "claim" | "turn";

/** Frequency in hertz and duration in seconds of each tone. */
const TONES: Record<Sound, [number, number][]> = {
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

export function playSound(sound: Sound): void {
  // A player who is looking at another tab needs to hear only that it is their turn.
  if (!preferences.sound || (document.hidden && sound !== "turn")) return;
  audio ??= new AudioContext();
  let start = audio.currentTime;
  for (const [frequency, duration] of TONES[sound]) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.type = "triangle";
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0.09, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + duration);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + duration);
    start += duration;
  }
}
