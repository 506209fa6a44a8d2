/** How a plane of a model's input is computed from the pixels. */
export interface Channel {
  /** Red, green or blue: 0, 1 or 2. */
  readonly of: number;
  /** A byte becomes byte × factor + shift. */
  readonly factor: number;
  readonly shift: number;
}

/** Means and deviations apply to values of 0 to 1, in the order of the planes. */
export function channelsOf(
  order: 'rgb' | 'bgr',
  mean: readonly [number, number, number],
  deviation: readonly [number, number, number],
): Channel[] {
  return ([0, 1, 2] as const).map((plane) => ({
    of: order === 'rgb' ? plane : 2 - plane,
    factor: 1 / (255 * deviation[plane]),
    shift: -mean[plane] / deviation[plane],
  }));
}

/** Converts interleaved RGB to planes of float32, one channel after the other (NCHW), into `target` at `offset`. */
export function writeChannels(
  pixels: Uint8Array,
  channels: readonly Channel[],
  target: Float32Array,
  offset = 0,
): void {
  const count = pixels.length / 3;
  for (const [plane, { of: source, factor, shift }] of channels.entries()) {
    const first = offset + plane * count;
    for (let pixel = 0, at = source; pixel < count; pixel += 1, at += 3) {
      target[first + pixel] = pixels[at]! * factor + shift;
    }
  }
}
