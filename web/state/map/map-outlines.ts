/** A line or ring of the world map, in fractions of the map's width and height; 0 is west and north. */
export interface Outline {
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly west: number;
  readonly north: number;
  readonly east: number;
  readonly south: number;
}

export interface Outlines {
  /** Rings; a ring inside another one is a lake. */
  readonly land: readonly Outline[];
  /** Borders between countries. */
  readonly borders: readonly Outline[];
}

export interface Waters {
  /** Rings. */
  readonly lakes: readonly Outline[];
  readonly rivers: readonly Outline[];
}

/** Units per width of the world in the files: in that of the whole world, and in those with detailed shores. */
export const steps = { world: 65_536, shores: 262_144 };

/** Parses files written by `scripts/map/outlines.ts` and `shores.ts`. */
export function readOutlines(bytes: Uint8Array, steps: number): Outlines {
  const [land, borders] = readLines(bytes, steps);
  return { land, borders };
}

export function readWaters(bytes: Uint8Array, steps: number): Waters {
  const [lakes, rivers] = readLines(bytes, steps);
  return { lakes, rivers };
}

function readLines(bytes: Uint8Array, steps: number): [Outline[], Outline[]] {
  let at = 0;
  let x = 0;
  let y = 0;
  const next = (): number => {
    let value = 0;
    for (let weight = 1; ; weight *= 0x80) {
      const byte = bytes[at++];
      if (byte === undefined) throw new RangeError('The outlines end too soon.');
      value += (byte & 0x7f) * weight;
      if (byte < 0x80) return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
    }
  };
  const line = (): Outline => {
    const length = next();
    const xs = new Float32Array(length);
    const ys = new Float32Array(length);
    let [west, north, east, south] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let i = 0; i < length; i++) {
      x += next();
      y += next();
      const [px, py] = [x / steps, y / steps];
      xs[i] = px;
      ys[i] = py;
      west = Math.min(west, px);
      east = Math.max(east, px);
      north = Math.min(north, py);
      south = Math.max(south, py);
    }
    return { x: xs, y: ys, west, north, east, south };
  };
  const lines = (): Outline[] => Array.from({ length: next() }, line);
  return [lines(), lines()];
}
