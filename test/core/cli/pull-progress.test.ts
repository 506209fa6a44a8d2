import { expect } from 'chai';
import { PullProgress } from '../../../core/cli/pull-progress.ts';
import { writtenTerminal } from '../../support/written-terminal.ts';

const MB = 1024 * 1024;

describe('the progress of a pull', () => {
  it('shows the amount and the speed on a terminal, and prints a line for each finished file', () => {
    const { stream, written } = writtenTerminal(true);
    const printed: string[] = [];
    let now = 0;
    const progress = new PullProgress(
      stream,
      (line) => void printed.push(line),
      () => now,
    );
    const show = (bytes: number, total: number | null): void => {
      progress.show({ pack: 'clip', file: 'vision.onnx', bytes, total });
    };
    show(0, 96 * MB);
    now = 50;
    show(6 * MB, 96 * MB);
    now = 2000;
    show(24 * MB, 96 * MB);
    show(96 * MB, 96 * MB);
    expect(written()).to.deep.equal([
      `[${' '.repeat(24)}] 0 bytes of 96 MB  clip/vision.onnx`,
      `[${'#'.repeat(6)}${' '.repeat(18)}] 24 MB of 96 MB, 12 MB/s  clip/vision.onnx`,
      '',
    ]);
    expect(printed).to.deep.equal(['clip/vision.onnx  96 MB']);
  });

  it('counts bytes of an earlier pull as done, but not in the speed', () => {
    const { stream, written } = writtenTerminal(true);
    let now = 0;
    const progress = new PullProgress(
      stream,
      () => undefined,
      () => now,
    );
    progress.show({ pack: 'clip', file: 'vision.onnx', bytes: 80 * MB, total: null });
    now = 1000;
    progress.show({ pack: 'clip', file: 'vision.onnx', bytes: 82 * MB, total: null });
    expect(written()).to.deep.equal(['80 MB  clip/vision.onnx', '82 MB, 2 MB/s  clip/vision.onnx']);
  });

  it('prints only downloaded files, and draws nothing, if the output is not a terminal', () => {
    const { stream, written } = writtenTerminal(false);
    const printed: string[] = [];
    const progress = new PullProgress(stream, (line) => void printed.push(line));
    progress.show({ pack: 'clip', file: 'there.json', bytes: 10, total: 10 });
    progress.show({ pack: 'clip', file: 'comes.json', bytes: 1, total: 10 });
    progress.show({ pack: 'clip', file: 'comes.json', bytes: 10, total: 10 });
    progress.end();
    expect([written(), printed]).to.deep.equal([[], ['clip/comes.json  10 bytes']]);
  });
});
