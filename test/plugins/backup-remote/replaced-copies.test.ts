import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { OfferedSnapshot } from '../../../core/plugin-api/index.ts';
import { cutOff, hashOf, quiet, snapshotOf } from './offered-snapshots.ts';
import { useRemote } from './remote-rig.ts';

/** Runs this shell script instead of each renaming by rclone, while `use` runs. */
async function insteadOfRenaming(script: string, use: () => Promise<void>): Promise<void> {
  const { PATH } = process.env;
  const bin = mkdtempSync(join(tmpdir(), 'photofinch-'));
  const lines = ['#!/bin/sh', `PATH='${PATH}'`, `case " $* " in *" moveto "*) ${script};; esac`, 'exec rclone "$@"'];
  writeFileSync(join(bin, 'rclone'), `${lines.join('\n')}\n`, { mode: 0o755 });
  process.env['PATH'] = `${bin}:${PATH}`;
  try {
    await use();
  } finally {
    process.env['PATH'] = PATH;
    rmSync(bin, { recursive: true });
  }
}

const filesOf = (...snapshots: OfferedSnapshot[]): string[] => snapshots.flatMap(({ name }) => [name, `${name}.json`]);

describe('replacing a copy in a remote of rclone', () => {
  const remote = useRemote();
  const newTarget = (keep = 1) => remote.newTarget({ BACKUP_REMOTE_KEEP: String(keep) });

  it('keeps the old copy until the new one is complete', async () => {
    const { target, folder, cleanup } = await newTarget();
    const before = snapshotOf(1);
    await target.keep(before, quiet());
    const copy = readFileSync(join(folder, before.name));
    const after = { ...snapshotOf(1), record: '{"other":1}' };
    const failure = await target.keep(cutOff(after), quiet()).catch((error: unknown) => error as Error);
    expect((failure as Error).message).to.equal('the network is gone');
    expect(readdirSync(folder).sort()).to.deep.equal([before.name, `${before.name}.json`]);
    expect(readFileSync(join(folder, before.name)).equals(copy)).to.equal(true);
    expect(readFileSync(join(folder, `${before.name}.json`), 'utf8')).to.equal(before.record);
    await target.keep(after, quiet());
    expect(readdirSync(folder).sort()).to.deep.equal([after.name, `${after.name}.json`]);
    expect(hashOf(join(folder, after.name))).to.equal(after.sha256);
    expect(readFileSync(join(folder, `${after.name}.json`), 'utf8')).to.equal(after.record);
    await cleanup();
  });

  it('keeps the old copy if the new one cannot be renamed, and does not upload the new one again', async () => {
    const { target, folder, cleanup } = await newTarget();
    const [before, after] = [snapshotOf(1), snapshotOf(1)];
    await target.keep(before, quiet());
    await insteadOfRenaming('echo the network is gone >&2; exit 1', async () => {
      const failure = await target.keep(after, quiet()).catch((error: unknown) => error as Error);
      expect((failure as Error).message).to.equal('rclone says: the network is gone');
    });
    expect(hashOf(join(folder, before.name))).to.equal(before.sha256);
    await target.keep(cutOff(after), quiet());
    expect(hashOf(join(folder, after.name))).to.equal(after.sha256);
    expect(readdirSync(folder).sort()).to.deep.equal([after.name, `${after.name}.json`]);
    await cleanup();
  });

  it('keeps the new copy under a temporary name if rclone ends after removing the old one', async () => {
    const { target, folder, cleanup } = await newTarget();
    const [before, after, next] = [snapshotOf(1), snapshotOf(1), snapshotOf(2)];
    await target.keep(before, quiet());
    const removeOnly = `rm '${join(folder, before.name)}'; exit 1`;
    await insteadOfRenaming(removeOnly, async () => {
      expect(await target.keep(after, quiet()).catch(() => 'failed')).to.equal('failed');
    });
    expect(await target.keep(cutOff(next), quiet()).catch(() => 'failed')).to.equal('failed');
    expect(hashOf(join(folder, `unfinished-${after.name}`))).to.equal(after.sha256);
    await target.keep(cutOff(after), quiet());
    expect(hashOf(join(folder, after.name))).to.equal(after.sha256);
    await insteadOfRenaming(removeOnly, async () => {
      expect(await target.keep(snapshotOf(1), quiet()).catch(() => 'failed')).to.equal('failed');
    });
    await target.keep(next, quiet());
    expect(readdirSync(folder).sort()).to.deep.equal([next.name, `${next.name}.json`]);
    await cleanup();
  });

  it('keeps a copy with a temporary name until the configured number of newer copies exists', async () => {
    const { target, folder, cleanup } = await newTarget(2);
    const [before, after, second, third] = [snapshotOf(1), snapshotOf(1), snapshotOf(2), snapshotOf(3)];
    await target.keep(before, quiet());
    await insteadOfRenaming(`rm '${join(folder, before.name)}'; exit 1`, async () => {
      expect(await target.keep(after, quiet()).catch(() => 'failed')).to.equal('failed');
    });
    await target.keep(second, quiet());
    expect(readdirSync(folder).sort()).to.deep.equal([
      `${after.name}.json`,
      ...filesOf(second),
      `unfinished-${after.name}`,
    ]);
    expect(hashOf(join(folder, `unfinished-${after.name}`))).to.equal(after.sha256);
    await target.keep(third, quiet());
    expect(readdirSync(folder).sort()).to.deep.equal(filesOf(second, third));
    await cleanup();
  });

  it('keeps a new copy that cannot be renamed beside the old one, and removes both together', async () => {
    const { target, folder, cleanup } = await newTarget(2);
    const [before, after, second, third] = [snapshotOf(1), snapshotOf(1), snapshotOf(2), snapshotOf(3)];
    await target.keep(before, quiet());
    await insteadOfRenaming('exit 1', async () => {
      expect(await target.keep(after, quiet()).catch(() => 'failed')).to.equal('failed');
    });
    await target.keep(second, quiet());
    expect(readdirSync(folder).sort()).to.deep.equal([...filesOf(after, second), `unfinished-${after.name}`]);
    expect(hashOf(join(folder, `unfinished-${after.name}`))).to.equal(after.sha256);
    await target.keep(third, quiet());
    expect(readdirSync(folder).sort()).to.deep.equal(filesOf(second, third));
    await cleanup();
  });

  it('removes a copy without a record together with an upload that was cut off', async () => {
    const { target, folder, cleanup } = await newTarget();
    const [first, second] = [snapshotOf(1), snapshotOf(2)];
    await target.keep(first, quiet());
    rmSync(join(folder, `${first.name}.json`));
    writeFileSync(join(folder, `unfinished-${first.name}`), 'half');
    await target.keep(second, quiet());
    expect(readdirSync(folder).sort()).to.deep.equal(filesOf(second));
    await cleanup();
  });

  it('leaves no second file if the remote copied it instead of renaming, and could not delete the first', async () => {
    const { target, folder, cleanup } = await newTarget();
    const snapshot = snapshotOf(1);
    const [part, copy] = [join(folder, `unfinished-${snapshot.name}`), join(folder, snapshot.name)];
    await insteadOfRenaming(`cp '${part}' '${copy}'; exit 1`, async () => {
      expect(await target.keep(snapshot, quiet()).catch(() => 'failed')).to.equal('failed');
    });
    await target.keep(cutOff(snapshot), quiet());
    expect(readdirSync(folder).sort()).to.deep.equal(filesOf(snapshot));
    expect(hashOf(copy)).to.equal(snapshot.sha256);
    await cleanup();
  });
});
