import { expect } from 'chai';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeWholeFile, writeWholeFileSync } from '../../../core/plugin-api/toolkit/index.ts';

describe('a file that is written atomically', function () {
  let folder: string;

  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'whole-file-'))));
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('replaces the old file, and leaves nothing else', async () => {
    const file = join(folder, 'note.json');
    writeFileSync(file, 'old');
    await writeWholeFile(file, 'new', { mode: 0o600, flush: true });
    expect(readFileSync(file, 'utf8')).to.equal('new');
    expect(statSync(file).mode & 0o777).to.equal(0o600);
    writeWholeFileSync(file, Uint8Array.of(0x6e));
    expect(readFileSync(file, 'utf8')).to.equal('n');
    expect(readdirSync(folder)).to.deep.equal(['note.json']);
  });

  it('leaves the old file, and no partial one, if it cannot be written', async () => {
    const file = join(folder, 'note');
    mkdirSync(file);
    let failed = false;
    await writeWholeFile(file, 'new').catch(() => (failed = true));
    expect(failed).to.equal(true);
    expect(() => {
      writeWholeFileSync(file, 'new');
    }).to.throw();
    expect(readdirSync(folder)).to.deep.equal(['note']);
  });

  it('neither follows nor removes a link in the place of its partial file, if that must be new', async () => {
    const [file, part, elsewhere] = ['note', 'part', 'elsewhere'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    writeFileSync(elsewhere, 'untouched');
    symlinkSync(elsewhere, part);
    let failed = false;
    await writeWholeFile(file, 'new', { part, exclusive: true }).catch(() => (failed = true));
    expect(failed).to.equal(true);
    expect(() => {
      writeWholeFileSync(file, 'new', { part, exclusive: true });
    }).to.throw();
    expect(readFileSync(elsewhere, 'utf8')).to.equal('untouched');
    expect(readdirSync(folder)).to.have.members(['elsewhere', 'part']);
  });
});
