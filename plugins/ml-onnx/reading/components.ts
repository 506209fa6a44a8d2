/** A connected area of the detector's map, in its pixels, both ends inclusive. */
export interface Component {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** The mean probability of its pixels. */
  readonly mean: number;
}

/** The criteria of an area. */
export interface Limits {
  /** Pixels with a higher probability belong to an area. */
  readonly pixel: number;
  /** Areas with a lower mean are ignored. */
  readonly mean: number;
  /** Areas with a shorter side, in pixels, are ignored. */
  readonly side: number;
}

/** Connected components of a probability map, including diagonal neighbours. */
export class ComponentFinder {
  #seen = new Uint8Array();
  #stack = new Int32Array();

  /** @param maximum stops the search when this many were found */
  find(map: Float32Array, width: number, height: number, limits: Limits, maximum = Infinity): Component[] {
    const count = width * height;
    if (this.#seen.length < count) {
      this.#seen = new Uint8Array(count);
      this.#stack = new Int32Array(count);
    } else this.#seen.fill(0, 0, count);
    const found: Component[] = [];
    for (let start = 0; start < count && found.length < maximum; start += 1) {
      if (map[start]! <= limits.pixel || this.#seen[start] === 1) continue;
      const component = this.#fill(map, width, height, start, limits.pixel);
      const { left, top, right, bottom, mean } = component;
      const side = Math.min(right - left, bottom - top) + 1;
      if (side >= limits.side && mean >= limits.mean) found.push(component);
    }
    return found;
  }

  /** Inlined, since it runs for each pixel of all lines of a page. */
  #fill(map: Float32Array, width: number, height: number, start: number, threshold: number): Component {
    const [visited, stack] = [this.#seen, this.#stack];
    let [left, top, right, bottom] = [width, height, 0, 0];
    let [sum, area, depth] = [0, 0, 1];
    stack[0] = start;
    visited[start] = 1;
    while (depth > 0) {
      depth -= 1;
      const at = stack[depth]!;
      const y = Math.floor(at / width);
      const x = at - y * width;
      sum += map[at]!;
      area += 1;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      if (y > bottom) bottom = y;
      const [first, last] = [x > 0 ? x - 1 : x, x < width - 1 ? x + 1 : x];
      const below = y < height - 1 ? y + 1 : y;
      for (let row = y > 0 ? y - 1 : y; row <= below; row += 1) {
        for (let next = row * width + first; next <= row * width + last; next += 1) {
          if (visited[next] === 1 || map[next]! <= threshold) continue;
          visited[next] = 1;
          stack[depth] = next;
          depth += 1;
        }
      }
    }
    return { left, top, right, bottom, mean: sum / area };
  }
}
