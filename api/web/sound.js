// Short sounds, made here. Nothing sounds before the first touch of the page, nor when the setting is off.

import { settings } from "./keep.js";

const TUNES = {
  turn: [[660, 0, 0.12], [880, 0.13, 0.18]],
  late: [[520, 0, 0.08], [520, 0.12, 0.08]],
  deal: [[240, 0, 0.03]],
  chips: [[1_400, 0, 0.03], [1_750, 0.04, 0.03]],
  won: [[523, 0, 0.12], [659, 0.12, 0.12], [784, 0.24, 0.2]],
};

let context = null;

addEventListener("pointerdown", () => (context ??= new AudioContext()), { once: true });
addEventListener("keydown", () => (context ??= new AudioContext()), { once: true });

/** Play one of the tunes. */
export function play(name) {
  if (!context || !settings().sound) return;
  for (const [pitch, after, length] of TUNES[name]) {
    const [tone, volume] = [context.createOscillator(), context.createGain()];
    const from = context.currentTime + after;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.12, from);
    volume.gain.exponentialRampToValueAtTime(0.001, from + length);
    tone.connect(volume).connect(context.destination);
    tone.start(from);
    tone.stop(from + length);
  }
}
