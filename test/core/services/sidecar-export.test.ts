import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Db } from '../../../core/db/open.ts';
import { sidecarPath } from '../../../core/domain/sidecar-path.ts';
import { sidecarSeal } from '../../../core/domain/sidecar-seal.ts';
import { turnOrientation } from '../../../core/domain/xmp-sidecar.ts';
import { SidecarExport, type SidecarReport } from '../../../core/services/sidecar-export.ts';
import { transactOn } from '../../../core/store/transact.ts';
import { EditedFacts, type DecisionChange } from '../../../core/store/photos/edited-facts.ts';
import { EditedPhotos } from '../../../core/store/photos/edited-photos.ts';
import { openIndex } from '../../support/index-file.ts';
import { PhotoRows, type PhotoFacts } from '../../support/photo-rows.ts';
import { skip } from '../../support/skip.ts';

const edited = 1_700_000_000;

describe('sidecars', () => {
  let folder: string;
  let out: string;
  let db: Db;
  let rows: PhotoRows;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    out = join(folder, 'out');
    db = openIndex(join(folder, 'index.sqlite3'));
    rows = new PhotoRows(db);
  });
  afterEach(() => {
    db.close();
    rmSync(folder, { recursive: true });
  });

  const add = (facts: PhotoFacts, change: DecisionChange): number => {
    const id = rows.add(facts);
    transactOn(db)(() => new EditedFacts(db).decide(id, change, edited));
    return id;
  };
  const run = (force = false, signal = new AbortController().signal, secret = 'ours'): Promise<SidecarReport> =>
    new SidecarExport({
      photos: new EditedPhotos(db),
      seal: sidecarSeal(Buffer.from(secret)),
      version: '1.0',
    }).run(out, { force, signal });
  const undo = (id: number): void => {
    transactOn(db)(() => new EditedFacts(db).decide(id, { caption: null }, edited));
  };
  const files = (): string[] => readdirSync(out, { recursive: true, encoding: 'utf8' }).sort();

  it('contain the edits of users, as read by exiftool', async function () {
    if (!hasExiftool()) skip(this, 'exiftool is not installed');
    const caption = 'Grandma’s <garden> & "Café"\nsecond line';
    const id = add(
      { uid: 'a', name: 'IMG 1.JPG' },
      {
        caption,
        takenAtLocal: '1974-08-02T09:30:15',
        zone: 'Europe/Lisbon',
        ...{ lat: -33.856_784_123_4, lng: 151.215_296 },
        rotation: 90,
      },
    );
    db.prepare('INSERT INTO photo_exif VALUES (?, ?)').run(id, JSON.stringify({ ifd0: { Orientation: 8 } }));
    db.exec(`INSERT INTO tags (id, name, key) VALUES (1, 'Sea & sun', 'sea & sun'), (2, 'Trip', 'trip');
      INSERT INTO photo_tags (tag_id, photo_id, position) VALUES (1, ${id}, 0), (2, ${id}, 1);
      INSERT INTO people (id, name, name_key, created_at) VALUES (1, 'Zoë', 'zoe', 0);
      INSERT INTO faces (photo_id, person_id, x, y, w, h, points, score) VALUES (${id}, 1, 0, 0, 1, 1, '[]', 1)`);
    await run();
    const tags = readTags(join(out, 'IMG 1.JPG.xmp'));
    expect(tags).to.deep.include({
      'XMP:DateTimeOriginal': '1974:08:02 09:30:15+01:00',
      'XMP:DateCreated': '1974:08:02 09:30:15+01:00',
      'XMP:Orientation': 1,
      'XMP:Description': caption,
      'XMP:Subject': ['Sea & sun', 'Trip'],
      'XMP:PersonInImage': 'Zoë',
      'XMP:MetadataDate': '2023:11:14 22:13:20Z',
    });
    expect(tags['XMP:GPSLatitude']).to.be.closeTo(-33.856_784_123_4, 1e-11);
    expect(tags['XMP:GPSLongitude']).to.be.closeTo(151.215_296, 1e-11);
  });

  it('omit fields that were not edited', async () => {
    add({ uid: 'a', lat: 1, lng: 1 }, { rotation: 180 });
    rows.add({ uid: 'untouched' });
    expect(await run()).to.deep.equal({
      ...{ written: 1, unchanged: 0, removed: 0, foreign: [], newer: 0, older: [], unknown: 1 },
    });
    const text = readFileSync(join(out, 'a.jpg.xmp'), 'utf8');
    expect(text)
      .to.include('<tiff:Orientation>3<')
      .and.not.match(/GPS|DateTimeOriginal|description|subject/);
    expect(files()).to.deep.equal(['a.jpg.xmp']);
  });

  it('are reported as newer or older than the file of the photo', async () => {
    const modified = db.prepare('UPDATE photos SET modified_at = ? WHERE id = ?');
    modified.run(edited - 5, add({ uid: 'a' }, { caption: 'x' }));
    modified.run(edited + 5, add({ uid: 'b' }, { caption: 'x' }));
    expect(await run()).to.deep.include({ written: 2, newer: 1, older: ['b.jpg.xmp'], unknown: 0 });
  });

  it('are in separate folders for files of the same name, regardless of case', async () => {
    add({ uid: 'first', name: 'IMG_1.jpg' }, { caption: 'first' });
    rows.add({ uid: 'second', name: 'img_1.JPG' });
    add({ uid: 'Third~/', name: 'IMG_1.jpg' }, { caption: 'third' });
    await run();
    const [odd = '', ...others] = files().filter((file) => file.endsWith('.xmp'));
    expect(others).to.deep.equal(['first/IMG_1.jpg.xmp']);
    expect(odd).to.match(/^[0-9a-f]{24}\/IMG_1\.jpg\.xmp$/);
  });

  it('are rewritten only after changes, and overwrite foreign files only when forced', async () => {
    const id = add({ uid: 'a' }, { caption: 'one' });
    add({ uid: 'b' }, { caption: 'two' });
    mkdirSync(out);
    writeFileSync(join(out, 'b.jpg.xmp'), '<x:xmpmeta x:xmptk="Another program"/>');
    expect(await run()).to.deep.include({ written: 1, foreign: ['b.jpg.xmp'] });
    transactOn(db)(() => new EditedFacts(db).decide(id, { caption: 'changed' }, edited));
    expect(await run()).to.deep.include({ written: 1, unchanged: 0, foreign: ['b.jpg.xmp'] });
    expect(readFileSync(join(out, 'b.jpg.xmp'), 'utf8')).to.include('Another program');
    expect(await run(true)).to.deep.include({ written: 1, unchanged: 1, foreign: [] });
    expect(readFileSync(join(out, 'b.jpg.xmp'), 'utf8')).to.include('two');
    expect(files()).to.deep.equal(['a.jpg.xmp', 'b.jpg.xmp']);
  });

  it('are removed with an undone edit, and so is a folder that becomes empty', async () => {
    const [a, b, c] = [
      add({ uid: 'a' }, { caption: 'one' }),
      add({ uid: 'b', name: 'B.jpg' }, { caption: 'two' }),
      add({ uid: 'c', name: 'b.JPG' }, { caption: 'three' }),
    ];
    await run();
    expect(files()).to.deep.equal(['a.jpg.xmp', 'b', 'b/B.jpg.xmp', 'c', 'c/b.JPG.xmp']);
    undo(a);
    undo(c);
    expect(await run()).to.deep.include({ written: 0, unchanged: 1, removed: 2 });
    expect(files()).to.deep.equal(['b', 'b/B.jpg.xmp']);
    // A renamed file gets another sidecar.
    db.prepare(`UPDATE photos SET name = 'renamed.jpg' WHERE id = ?`).run(b);
    expect(await run()).to.deep.include({ written: 1, removed: 1 });
    expect(files()).to.deep.equal(['renamed.jpg.xmp']);
    db.prepare('UPDATE photos SET deleted_at = 1 WHERE id = ?').run(b);
    expect(await run()).to.deep.include({ written: 0, removed: 1 });
    expect(files()).to.deep.equal([]);
  });

  it('are kept without an edit if they were changed, moved or written by another library', async () => {
    const ids = ['changed', 'moved', 'linked', 'others', 'ours'].map((uid) => add({ uid }, { caption: uid }));
    const at = (name: string): string => join(out, `${name}.jpg.xmp`);
    await run(false, undefined, 'another library');
    rmSync(at('changed'));
    rmSync(at('moved'));
    rmSync(at('ours'));
    rmSync(at('linked'));
    undo(ids[3] ?? 0);
    await run();
    writeFileSync(at('changed'), readFileSync(at('changed'), 'utf8').replace('>changed<', '>by hand<'));
    renameSync(at('moved'), at('elsewhere'));
    renameSync(at('linked'), join(folder, 'linked.xmp'));
    symlinkSync(join(folder, 'linked.xmp'), at('linked'));
    writeFileSync(at('foreign'), '<x:xmpmeta x:xmptk="Another program"/>');
    for (const id of ids) undo(id);
    expect(await run()).to.deep.include({ written: 0, removed: 1 });
    expect(files()).to.deep.equal(
      ['changed', 'elsewhere', 'foreign', 'linked', 'others'].map((name) => `${name}.jpg.xmp`),
    );
  });

  it('are not written after an abort, which is the reason of the error', async () => {
    add({ uid: 'a' }, { caption: 'x' });
    const stopped = await run(false, AbortSignal.abort(new Error('stop'))).catch((error: unknown) => error);
    expect(stopped).to.have.property('message', 'stop');
  });

  it('have names that stay in their folder and are valid on every file system', () => {
    const names = ['../../etc/passwd', '..', '', 'CON.jpg', 'a:b?.jpg', '.hidden', `${'é'.repeat(300)}.jpeg`, 'x\0y. '];
    for (const name of names) {
      const [file = '', ...rest] = sidecarPath({ uid: 'a', name }, false);
      expect(rest).to.deep.equal([]);
      expect(file, name).to.match(/^[^./\\:?\0][^/\\:?\0]*\.xmp$/);
      expect(Buffer.byteLength(file)).to.be.below(250);
      expect(file).not.to.match(/^con\./i);
    }
    for (const uid of ['..', 'A', 'nul', 'a/b'])
      expect(sidecarPath({ uid, name: 'n' }, true)[0]).to.match(/^[0-9a-f]{24}$/);
  });

  it('combine a rotation with the orientation of the file', () => {
    expect([1, 6, 3, 8].map((o) => turnOrientation(o, 90))).to.deep.equal([6, 3, 8, 1]);
    expect([2, 7, 4, 5].map((o) => turnOrientation(o, 180))).to.deep.equal([4, 5, 2, 7]);
    expect(turnOrientation(0, 270)).to.equal(8);
  });
});

function hasExiftool(): boolean {
  try {
    execFileSync('exiftool', ['-ver']);
    return true;
  } catch {
    return false;
  }
}

function readTags(file: string): Record<string, unknown> {
  const answer = execFileSync('exiftool', ['-j', '-n', '-G', file], { encoding: 'utf8' });
  return (JSON.parse(answer) as [Record<string, unknown>])[0];
}
