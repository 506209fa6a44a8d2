/** Numbers that often break the handling of lengths, offsets and counts. */
const extremes = [
  0, 1, 2, 7, 8, 15, 16, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff,
];

/** Bytes: inputs do not become longer, unless they are made long on purpose. */
const longest = 4096;
const madeLong = 32 * 1024;

type Mutation = (input: Buffer) => Buffer;

/** Makes inputs from others; the same ones for the same random numbers. */
export class Mutator {
  readonly #random: () => number;
  readonly #words: readonly Buffer[];
  readonly #mutations: readonly Mutation[];

  /** @param words that have a meaning in the format */
  constructor(random: () => number, words: readonly (string | Buffer)[]) {
    this.#random = random;
    this.#words = words.map((word) => Buffer.from(word as string));
    const ofAll: Mutation[] = [
      (input) => this.#bitFlipped(input),
      (input) => this.#byteSet(input),
      (input) => this.#numberSet(input),
      (input) => this.#lengthSet(input),
      (input) => input.subarray(0, this.#below(input.length + 1)),
      (input) => this.#replaced(input, Buffer.alloc(0)),
      (input) => this.#inserted(input, this.#part(input)),
      (input) => this.#nested(input),
      (input) => this.#moved(input),
      (input) => this.#grown(input),
    ];
    const ofWords: Mutation[] = [
      (input) => this.#inserted(input, this.#word()),
      (input) => this.#replaced(input, this.#word()),
      (input) => this.#overwritten(input, this.#word()),
    ];
    this.#mutations = words.length > 0 ? [...ofAll, ...ofWords, ...ofWords] : ofAll;
  }

  /** An input similar to those of `corpus`. */
  next(corpus: readonly Buffer[]): Buffer {
    let input = this.#one(corpus);
    if (this.#random() < 0.15) input = this.#spliced(input, this.#one(corpus));
    for (let left = 1 + this.#below(6); left > 0; left -= 1) input = this.#one(this.#mutations)(input);
    if (this.#random() < 0.002) return this.#long(input);
    return Buffer.from(input.subarray(0, longest));
  }

  #below(end: number): number {
    return Math.floor(this.#random() * end);
  }

  #one<T>(list: readonly T[]): T {
    const one = list[this.#below(list.length)];
    if (one === undefined) throw new Error('There is nothing to choose from.');
    return one;
  }

  #word(): Buffer {
    return this.#one(this.#words);
  }

  #part(input: Buffer): Buffer {
    const start = this.#below(input.length + 1);
    return input.subarray(start, start + this.#below(Math.min(64, input.length - start) + 1));
  }

  #bitFlipped(input: Buffer): Buffer {
    const bytes = Buffer.from(input);
    const at = this.#below(bytes.length);
    if (bytes.length > 0) bytes[at] = (bytes[at] ?? 0) ^ (1 << this.#below(8));
    return bytes;
  }

  #byteSet(input: Buffer): Buffer {
    const bytes = Buffer.from(input);
    if (bytes.length > 0) bytes[this.#below(bytes.length)] = this.#below(256);
    return bytes;
  }

  /** Sets a number of 2, 4 or 8 bytes, with either byte order. */
  #numberSet(input: Buffer): Buffer {
    const size = this.#one([2, 4, 8]);
    if (input.length < size) return input;
    const bytes = Buffer.from(input);
    const at = this.#below(bytes.length - size + 1);
    // Values just before, at and after the end of the input are as critical as the largest number.
    const near = [bytes.length, bytes.length - at, bytes.length - at - size].map((end) => end + this.#below(3) - 1);
    const value = Math.max(0, this.#one([...extremes, ...near]));
    const isLittle = this.#random() < 0.5;
    if (size === 2) isLittle ? bytes.writeUInt16LE(value & 0xffff, at) : bytes.writeUInt16BE(value & 0xffff, at);
    else if (size === 4) isLittle ? bytes.writeUInt32LE(value, at) : bytes.writeUInt32BE(value, at);
    else isLittle ? bytes.writeBigUInt64LE(large(value), at) : bytes.writeBigUInt64BE(large(value), at);
    return bytes;
  }

  /** Sets a number in decimal digits. */
  #lengthSet(input: Buffer): Buffer {
    const text = input.toString('latin1');
    const numbers = [...text.matchAll(/\d+/g)];
    if (numbers.length === 0) return this.#numberSet(input);
    const { index, 0: digits } = this.#one(numbers);
    const value = this.#one([
      ...extremes.map(String),
      '9'.repeat(1 + this.#below(30)),
      `-${digits}`,
      `${digits}0`,
      '1e400',
    ]);
    return Buffer.from(text.slice(0, index) + value + text.slice(index + digits.length), 'latin1');
  }

  #replaced(input: Buffer, by: Buffer): Buffer {
    const start = this.#below(input.length + 1);
    const end = start + this.#below(Math.min(32, input.length - start) + 1);
    return Buffer.concat([input.subarray(0, start), by, input.subarray(end)]);
  }

  #inserted(input: Buffer, part: Buffer): Buffer {
    const at = this.#below(input.length + 1);
    return Buffer.concat([input.subarray(0, at), part, input.subarray(at)]);
  }

  /** Inserts bytes at the start or the end of a box, and adapts the lengths of all boxes around it. */
  #grown(input: Buffer): Buffer {
    const more = this.#words.length > 0 ? this.#word() : this.#part(input);
    const boxes: { readonly start: number; readonly length: number }[] = [];
    for (let start = 0; start + 8 <= input.length; start += 1) {
      const length = input.readUInt32BE(start);
      if (length >= 8 && start + length <= input.length) boxes.push({ start, length });
    }
    if (boxes.length === 0) return this.#inserted(input, more);
    const { start, length } = this.#one(boxes);
    const at = start + (this.#random() < 0.5 ? length : 8);
    const bytes = Buffer.from(input);
    for (const box of boxes) {
      if (box.start < at && box.start + box.length >= at) bytes.writeUInt32BE(box.length + more.length, box.start);
    }
    return Buffer.concat([bytes.subarray(0, at), more, bytes.subarray(at)]);
  }

  #overwritten(input: Buffer, word: Buffer): Buffer {
    const bytes = Buffer.from(input);
    word.copy(bytes, this.#below(bytes.length + 1));
    return bytes;
  }

  /** Nests a part several times within itself. */
  #nested(input: Buffer): Buffer {
    const part = this.#part(input);
    const half = this.#below(part.length + 1);
    const times = 1 + this.#below(20);
    const [open, close] = [part.subarray(0, half), part.subarray(half)];
    const nest = [...Array<Buffer>(times).fill(open), ...Array<Buffer>(times).fill(close)];
    return this.#inserted(input, Buffer.concat(nest));
  }

  #moved(input: Buffer): Buffer {
    const [first, second] = [this.#below(input.length + 1), this.#below(input.length + 1)].sort((a, b) => a - b);
    return Buffer.concat([input.subarray(second), input.subarray(first, second), input.subarray(0, first)]);
  }

  #spliced(left: Buffer, right: Buffer): Buffer {
    return Buffer.concat([
      left.subarray(0, this.#below(left.length + 1)),
      right.subarray(this.#below(right.length + 1)),
    ]);
  }

  /** Repeats a part often enough to show whether a parser's work grows faster than its input. */
  #long(input: Buffer): Buffer {
    const part = this.#random() < 0.5 && this.#words.length > 0 ? this.#word() : this.#part(input);
    const times = Math.ceil(madeLong / Math.max(1, part.length));
    const at = this.#below(input.length + 1);
    return Buffer.concat([input.subarray(0, at), ...Array<Buffer>(times).fill(part), input.subarray(at)]).subarray(
      0,
      madeLong,
    );
  }
}

/** The largest number of 4 bytes becomes the largest one of 8. */
const large = (value: number): bigint => (value === 0xffff_ffff ? 0xffff_ffff_ffff_ffffn : BigInt(value));
