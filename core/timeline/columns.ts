import { GONE, type TimelineEntry } from './entry.ts';
import { mergeOrder, sortedOrder, type UidLookup } from './order.ts';

/** The number of photos that can be added before the columns must be reallocated. */
const spareCapacity = 4096;
/** The maximum number of photos of one second to examine one by one. */
const longestSearch = 1000;

/**
 * All listed photos in timeline order (newest capture first, ties by uid) as columns of numbers: 39 bytes per photo, so that
 * a query over a million photos scans only a few megabytes.
 */
export class TimelineColumns {
  #length = 0;
  #lastStack = 0;
  id: Uint32Array<ArrayBuffer>;
  takenAt: Float64Array<ArrayBuffer>;
  flags: Uint8Array<ArrayBuffer>;
  place: Uint32Array<ArrayBuffer>;
  folder: Uint32Array<ArrayBuffer>;
  month: Uint16Array<ArrayBuffer>;
  monthDay: Uint16Array<ArrayBuffer>;
  lat: Float32Array<ArrayBuffer>;
  lng: Float32Array<ArrayBuffer>;
  camera: Uint16Array<ArrayBuffer>;
  aspect: Uint8Array<ArrayBuffer>;
  stack: Uint32Array<ArrayBuffer>;

  constructor(capacity = spareCapacity) {
    this.id = new Uint32Array(capacity);
    this.takenAt = new Float64Array(capacity);
    this.flags = new Uint8Array(capacity);
    this.place = new Uint32Array(capacity);
    this.folder = new Uint32Array(capacity);
    this.month = new Uint16Array(capacity);
    this.monthDay = new Uint16Array(capacity);
    this.lat = new Float32Array(capacity);
    this.lng = new Float32Array(capacity);
    this.camera = new Uint16Array(capacity);
    this.aspect = new Uint8Array(capacity);
    this.stack = new Uint32Array(capacity);
  }

  get length(): number {
    return this.#length;
  }

  /** The largest stack id of any photo. */
  get lastStack(): number {
    return this.#lastStack;
  }

  /** Adds a photo at the end while the columns are filled. `sorted` must be called before any other method. */
  append(entry: TimelineEntry): void {
    if (this.#length === this.id.length) this.#grow(this.#length + 1);
    this.put(this.#length++, entry);
  }

  /** The same photos in timeline order. `uidsOf` is called only for photos of the same second. */
  sorted(uidsOf: UidLookup): TimelineColumns {
    const order = sortedOrder(this.takenAt.subarray(0, this.#length), this.id, uidsOf);
    const sorted = new TimelineColumns(this.#length + spareCapacity);
    // One loop over all columns, in which the engine knows the type of each array; a loop for each column would be slower.
    for (let i = 0; i < order.length; i++) {
      const from = order[i]!;
      sorted.id[i] = this.id[from]!;
      sorted.takenAt[i] = this.takenAt[from]!;
      sorted.flags[i] = this.flags[from]!;
      sorted.place[i] = this.place[from]!;
      sorted.folder[i] = this.folder[from]!;
      sorted.month[i] = this.month[from]!;
      sorted.monthDay[i] = this.monthDay[from]!;
      sorted.lat[i] = this.lat[from]!;
      sorted.lng[i] = this.lng[from]!;
      sorted.camera[i] = this.camera[from]!;
      sorted.aspect[i] = this.aspect[from]!;
      sorted.stack[i] = this.stack[from]!;
    }
    sorted.#length = this.#length;
    sorted.#lastStack = this.#lastStack;
    return sorted;
  }

  /** Overwrites the photo at a position; the capture time must stay the same. */
  put(position: number, entry: TimelineEntry): void {
    this.id[position] = entry.id;
    this.takenAt[position] = entry.takenAt;
    this.flags[position] = entry.flags;
    this.place[position] = entry.place;
    this.folder[position] = entry.folder;
    this.month[position] = entry.month;
    this.monthDay[position] = entry.monthDay;
    this.lat[position] = entry.lat;
    this.lng[position] = entry.lng;
    this.camera[position] = entry.camera;
    this.aspect[position] = entry.aspect;
    this.stack[position] = entry.stack;
    this.#lastStack = Math.max(this.#lastStack, entry.stack >>> 1);
  }

  /** Removes photos that are marked GONE, and inserts new ones at their positions, each in one pass of block moves. */
  merge(added: readonly TimelineEntry[], uidsOf: UidLookup): void {
    this.#dropGone();
    if (added.length === 0) return;
    const { entries, positions } = mergeOrder(this.takenAt.subarray(0, this.#length), this.id, added, uidsOf);
    const length = this.#length + entries.length;
    if (length > this.id.length) this.#grow(length);
    // From the end, so that each block is moved once and overwrites nothing that is still needed.
    let end = this.#length;
    for (let k = entries.length - 1; k >= 0; k--) {
      const start = positions[k]!;
      this.#move(start + k + 1, start, end);
      this.put(start + k, entries[k]!);
      end = start;
    }
    this.#length = length;
  }

  /** The first position whose photo was taken before `time`. */
  firstBefore(time: number): number {
    let low = 0;
    let high = this.#length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.takenAt[middle]! < time) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** The first position after the photo `uid` taken at `time`, whether or not that photo exists. */
  firstAfterUid(time: number, uid: string, uidsOf: UidLookup): number {
    let low = this.firstBefore(time + 1);
    let high = this.firstBefore(time);
    while (low < high) {
      const middle = (low + high) >>> 1;
      // A removed photo may have no uid left, so the next existing photo is compared.
      let next = middle;
      while (next < high && (this.flags[next]! & GONE) !== 0) next++;
      const [nextUid = ''] = next < high ? uidsOf([this.id[next]!]) : [];
      if (next === high || nextUid > uid) high = middle;
      else low = next + 1;
    }
    return low;
  }

  /** The position of a photo taken at `takenAt`; -1 if it is missing, or if too many photos are of the same second. */
  positionAt(id: number, takenAt: number): number {
    const start = this.firstBefore(takenAt + 1);
    const end = this.firstBefore(takenAt);
    if (end - start > longestSearch) return -1;
    for (let i = start; i < end; i++) {
      if (this.id[i] === id && (this.flags[i]! & GONE) === 0) return i;
    }
    return -1;
  }

  /** Whether the uid of the photo at a position is between the uids of its neighbours of the same second. */
  isInOrder(position: number, uidsOf: UidLookup): boolean {
    const neighbour = (step: 1 | -1): number[] => {
      let at = position + step;
      while (at >= 0 && at < this.#length && (this.flags[at]! & GONE) !== 0) at += step;
      const isTied = at >= 0 && at < this.#length && this.takenAt[at] === this.takenAt[position];
      return isTied ? [this.id[at]!] : [];
    };
    const ids = [...neighbour(-1), this.id[position]!, ...neighbour(1)];
    if (ids.length === 1) return true;
    const uids = uidsOf(ids);
    return uids.every((uid, index) => index === 0 || uids[index - 1]! < uid);
  }

  #dropGone(): void {
    let length = 0;
    for (let i = 0; i < this.#length;) {
      while (i < this.#length && (this.flags[i]! & GONE) !== 0) i++;
      const start = i;
      while (i < this.#length && (this.flags[i]! & GONE) === 0) i++;
      if (start !== length) this.#move(length, start, i);
      length += i - start;
    }
    this.#length = length;
  }

  #move(to: number, start: number, end: number): void {
    for (const column of this.#columns()) column.copyWithin(to, start, end);
  }

  #grow(length: number): void {
    const capacity = Math.ceil(length * 1.25) + spareCapacity;
    const copy = new TimelineColumns(capacity);
    const grown = copy.#columns();
    for (const [index, column] of this.#columns().entries()) grown[index]!.set(column);
    Object.assign(this, copy);
  }

  #columns() {
    const { id, takenAt, flags, place, folder, month, monthDay, lat, lng, camera, aspect, stack } = this;
    return [id, takenAt, flags, place, folder, month, monthDay, lat, lng, camera, aspect, stack] as const;
  }
}
