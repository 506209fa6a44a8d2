export interface ReadLine {
  readonly text: string;
  /** The mean probability of its symbols; 0 if there are none. */
  readonly score: number;
}

/**
 * Takes the most likely symbol of each step; repetitions are merged unless the blank, the first symbol, is in between
 * (connectionist temporal classification, Graves et al., 2006).
 * @param output the probabilities of all symbols for each step
 * @throws Error if the output has another number of symbols
 */
export function decodeCtc(output: Float32Array, symbols: readonly string[]): ReadLine {
  const count = symbols.length;
  if (output.length % count !== 0) throw new Error(`the model does not answer rows of ${count} symbols`);
  let [text, sum, symbolCount, previous] = ['', 0, 0, 0];
  for (let row = 0; row < output.length; row += count) {
    let [best, highest] = [0, -1];
    for (let symbol = 0; symbol < count; symbol += 1) {
      if (output[row + symbol]! <= highest) continue;
      highest = output[row + symbol]!;
      best = symbol;
    }
    if (best !== 0 && best !== previous) {
      text += symbols[best]!;
      sum += highest;
      symbolCount += 1;
    }
    previous = best;
  }
  return { text: text.trim(), score: symbolCount === 0 ? 0 : Math.min(1, sum / symbolCount) };
}
