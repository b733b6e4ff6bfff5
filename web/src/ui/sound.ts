// Short sounds, synthesized, at a low volume. Browsers allow them only after the first click or key.
import { preferences } from "./preferences.svelte";

export type Sound = "card" | "claim" | "turn" | "ticket" | "path" | "lastRound" | "win" | "end";

/** The peak gain of a tone; 1 is the device's maximum. */
const VOLUME = 0.05;
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
  ticket: [
    [523, 0.08],
    [659, 0.08],
    [784, 0.16],
  ],
  path: [
    [392, 0.09],
    [523, 0.14],
  ],
  lastRound: [
    [440, 0.16],
    [0, 0.06],
    [440, 0.24],
  ],
  win: [
    [523, 0.12],
    [659, 0.12],
    [784, 0.12],
    [1047, 0.32],
  ],
  end: [
    [523, 0.14],
    [392, 0.24],
  ],
};
let audio: AudioContext | undefined;

export function playSound(sound: Sound): void {
  // A player who is looking at another tab needs to hear only that it is their turn.
  if (!preferences.sound || (document.hidden && sound !== "turn") || !navigator.userActivation?.hasBeenActive) return;
  audio ??= openAudio();
  if (!audio) return;
  let start = audio.currentTime;
  for (const [frequency, duration] of TONES[sound]) {
    if (frequency) playTone(audio, frequency, start, duration);
    start += duration;
  }
}

/** Return the device's audio, or nothing if it has none or does not allow it. */
function openAudio(): AudioContext | undefined {
  try {
    return new AudioContext();
  } catch {
    return undefined;
  }
}

function playTone(context: AudioContext, frequency: number, start: number, duration: number): void {
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.type = "triangle";
  tone.frequency.value = frequency;
  volume.gain.setValueAtTime(VOLUME, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + duration);
  tone.connect(volume).connect(context.destination);
  tone.start(start);
  tone.stop(start + duration);
}
