// The sound of a move, made without files: off unless it is chosen.

// The frequency and the length of a sound: of a move, and of a move that captures or ends the game.
const [MOVE, STRONG] = [[420, 0.06], [260, 0.12]];

let context = null;
let pieces = 0;

// Sounds the step that has led to a node.
export function sound({ step }, view) {
  const before = pieces;
  pieces = view.svg.split('class="piece').length;
  if (!step) {
    return;
  }
  context ??= new AudioContext();
  const [frequency, length] = pieces < before || view.over ? STRONG : MOVE;
  const [tone, gain] = [context.createOscillator(), context.createGain()];
  const now = context.currentTime;
  tone.type = "triangle";
  tone.frequency.setValueAtTime(frequency, now);
  gain.gain.setValueAtTime(0.2, now);
  gain.gain.exponentialRampToValueAtTime(0.001, now + length);
  tone.connect(gain).connect(context.destination);
  tone.start(now);
  tone.stop(now + length);
}
