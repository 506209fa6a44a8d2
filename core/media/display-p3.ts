/*
 * Phones write HEIC in the Display P3 gamut, and the HEVC decoder does not convert its values. Both colour spaces have the
 * same transfer curve, and differ by this matrix on linear light (D65 white in both).
 */
const fromP3 = [
  [1.2249401, -0.2249402, 0],
  [-0.0420569, 1.0420571, 0],
  [-0.0196376, -0.0786361, 1.0982735],
] as const;

const toLinear = Float32Array.from({ length: 256 }, (_, value) => {
  const v = value / 255;
  return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
});

/** Finer than 8 bits, since the curve is steep near black. */
const STEPS = 4096;
const toEncoded = Uint8ClampedArray.from({ length: STEPS + 1 }, (_, step) => {
  const v = step / STEPS;
  return 255 * (v <= 0.0031308 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055);
});

const encode = (linear: number): number => toEncoded[Math.round(Math.min(1, Math.max(0, linear)) * STEPS)] ?? 0;

/**
 * Converts pixels from Display P3 to sRGB in place; colours outside sRGB are clipped.
 * @param channels 3 for RGB, 4 for RGBA
 */
export function displayP3ToSrgb(pixels: Uint8Array, channels: 3 | 4): void {
  const [red, green, blue] = fromP3;
  for (let at = 0; at + 2 < pixels.length; at += channels) {
    const r = toLinear[pixels[at] ?? 0] ?? 0;
    const g = toLinear[pixels[at + 1] ?? 0] ?? 0;
    const b = toLinear[pixels[at + 2] ?? 0] ?? 0;
    pixels[at] = encode(red[0] * r + red[1] * g);
    pixels[at + 1] = encode(green[0] * r + green[1] * g);
    pixels[at + 2] = encode(blue[0] * r + blue[1] * g + blue[2] * b);
  }
}
