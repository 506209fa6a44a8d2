import { Readable } from 'node:stream';
import { expect } from 'chai';
import { UpstreamFailure } from '../../../plugins/bridge-upstream/bridge/proton-faces/wire/failure.ts';
import { readLines, type LineReading } from '../../../plugins/bridge-upstream/bridge/proton-faces/wire/lines.ts';
import { fuzz } from '../../support/fuzz-parser.ts';
import { expectWellFormed } from '../../support/fuzz-shapes.ts';

const limits = { longest: 512, idle: 60_000 };
const { signal } = new AbortController();

interface Read {
  readonly lines: readonly string[];
  readonly done: number | undefined;
  readonly failed: string | undefined;
}

async function readAll(pieces: readonly Buffer[]): Promise<Read> {
  const reading: LineReading = {};
  const lines: string[] = [];
  try {
    for await (const some of readLines(Readable.from(pieces), reading, limits, signal)) lines.push(...some);
  } catch (error) {
    if (!(error instanceof UpstreamFailure)) throw error;
    return { lines, done: reading.done, failed: error.kind };
  }
  return { lines, done: reading.done, failed: undefined };
}

/** Pieces whose lengths depend on the bytes themselves. */
function inPieces(input: Buffer, longest: number): Buffer[] {
  const pieces: Buffer[] = [];
  for (let at = 0; at < input.length;) {
    const length = 1 + ((input[at] ?? 0) % longest);
    pieces.push(input.subarray(at, at + length));
    at += length;
  }
  return pieces;
}

describe('the lines of a streamed list, with', () => {
  fuzz({
    seeds: 'lines',
    words: [
      '# done: 7\n',
      '# done: 999999999999\n',
      '#',
      '\n\n',
      '\r\n',
      '\ufeff',
      '\0',
      Buffer.from([0xff]),
      Buffer.from([0xe2, 0x82]),
      '😀',
    ],
    runs: 1000,
    check: async (input) => {
      const whole = await readAll([input]);
      for (const line of whole.lines) {
        expectWellFormed(line);
        expect(line.length).to.be.within(1, limits.longest);
        expect(line).to.not.match(/^#|\n/);
      }
      if (whole.done !== undefined) expect(whole.done).to.be.within(0, 999_999_999_999);
      for (const longest of [2, 64]) {
        const parted = await readAll(inPieces(input, longest));
        expect(parted.failed, 'the same end in pieces').to.equal(whole.failed);
        if (whole.failed === undefined) expect(parted, 'the same lines in pieces').to.deep.equal(whole);
      }
    },
  });
});
