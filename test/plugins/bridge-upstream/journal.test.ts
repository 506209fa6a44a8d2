import { cpSync, existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { openSqlite } from '../../../core/plugin-api/toolkit/index.ts';
import { BadCursor, CursorExpired } from '../../../plugins/bridge-upstream/bridge/catalog.ts';
import { openJournal } from '../../../plugins/bridge-upstream/bridge/journal/open-journal.ts';
import { withScanRig, type ScanRig } from '../../support/scan-rig.ts';
import { withTempFolder } from '../../support/temp-folder.ts';

describe('the journal of a bridge', () => {
  it('is created in a folder that only its owner can enter, and keeps its store id', () =>
    withTempFolder((folder) => {
      const data = join(folder, 'data');
      const journal = openJournal(data);
      const { storeId } = journal;
      journal.close();
      expect(statSync(data).mode & 0o777).to.equal(0o700);
      const again = openJournal(data);
      expect(again.storeId).to.equal(storeId);
      again.close();
      const other = openJournal(join(folder, 'other'));
      expect(other.storeId).not.to.equal(storeId);
      other.close();
    }));

  it('belongs to one bridge at a time', () =>
    withTempFolder((folder) => {
      const journal = openJournal(folder);
      expect(() => openJournal(folder)).to.throw(/^Another bridge runs on this data folder/);
      journal.close();
      openJournal(folder).close();
    }));

  it('that is damaged is reported with the remedy and its consequences', () =>
    withTempFolder((folder) => {
      writeFileSync(
        join(folder, 'bridge.sqlite3'),
        'no database at all, but a text that is long enough to be examined',
      );
      expect(() => openJournal(folder)).to.throw(/is damaged: move it .* away; .* new store id/);
      expect(existsSync(join(folder, 'bridge.sqlite3'))).to.equal(true);
      writeFileSync(join(folder, 'bridge.sqlite3'), '');
      openJournal(folder).close();
    }));

  it('of a newer program is rejected', () =>
    withTempFolder((folder) => {
      openJournal(folder).close();
      const db = openSqlite(join(folder, 'bridge.sqlite3'));
      db.pragma('user_version = 99');
      db.close();
      expect(() => openJournal(folder)).to.throw(/schema version 99.*newer program/);
    }));
});

describe('the lists of a journal', () => {
  /** 40 photos in 8 different seconds, so that there are many ties. */
  async function filled(rig: ScanRig): Promise<void> {
    for (let i = 0; i < 40; i += 1)
      rig.store.put(`a${i % 3}/${i}.jpg`, `photo ${i}`, Date.UTC(2020, 0, 1, 0, 0, i % 8));
    await rig.scan();
  }

  it('contain the photos newest first, by uid within a second, the same in pages of any size', () =>
    withScanRig(async (rig) => {
      await filled(rig);
      const { items } = rig.journal.timeline({ cursor: null, limit: 1000 });
      const sorted = [...items].sort((a, b) => b.captureTime - a.captureTime || (a.uid < b.uid ? -1 : 1));
      expect(items).to.deep.equal(sorted).and.to.have.length(40);
      for (const limit of [1, 3, 8, 39, 40, 41])
        expect([...rig.timeline(limit).keys()]).to.deep.equal(items.map(({ uid }) => uid));
    }));

  it('stay complete and without duplicates while photos are added, which the first page’s cursor reports', () =>
    withScanRig(async (rig) => {
      await filled(rig);
      const before = [...rig.timeline().keys()];
      const first = rig.journal.timeline({ cursor: null, limit: 10 });
      const seen = first.items.map(({ uid }) => uid);
      let { next } = first;
      await rig.restart();
      for (let i = 0; next !== null; i += 1) {
        rig.store.put(`new/${i}.jpg`, `new ${i}`, Date.UTC(2020, 0, 1, 0, 0, i));
        await rig.scan();
        const page = rig.journal.timeline({ cursor: next, limit: 10 });
        expect(page.changesCursor).to.equal(first.changesCursor);
        seen.push(...page.items.map(({ uid }) => uid));
        next = page.next;
      }
      expect(new Set(seen).size).to.equal(seen.length);
      expect(seen).to.include.members(before);
      const told = rig.changes(first.changesCursor).map(({ uid }) => uid);
      const missed = [...rig.timeline().keys()].filter((uid) => !seen.includes(uid));
      expect(told).to.include.members(missed);
    }));

  it('read their pages from an index, however far in they are', () =>
    withScanRig(async (rig) => {
      await filled(rig);
      const plan = (sql: string): string =>
        rig.journal.db
          .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
          .all()
          .map(({ detail }) => detail)
          .join('; ');
      const after = 'capture_time <= 5 AND (capture_time < 5 OR uid > 1)';
      const order = 'ORDER BY capture_time DESC, uid LIMIT 9';
      expect(plan(`SELECT uid, rev FROM files WHERE role = 'main' AND ${after} ${order}`)).to.equal(
        'SEARCH files USING COVERING INDEX timeline (capture_time<?)',
      );
      expect(plan(`SELECT uid FROM files WHERE role = 'main' AND album_id = 1 AND ${after} ${order}`)).to.match(
        /^SEARCH files USING (COVERING )?INDEX album_photos \(album_id=\? AND capture_time<\?\)$/,
      );
      // The query of SQLite for the foreign key when an album is deleted.
      expect(plan('SELECT 1 FROM files WHERE album_id = 1')).to.match(
        /^SEARCH files USING COVERING INDEX album_photos \(album_id=\?\)$/,
      );
    }));

  it('include albums and their photos in pages', () =>
    withScanRig(async (rig) => {
      await filled(rig);
      const all = rig.journal.albums({ cursor: null, limit: 1000 }).albums;
      expect(all.map(({ name, photoCount }) => [name, photoCount]).sort()).to.deep.equal([
        ['a0', 14],
        ['a1', 13],
        ['a2', 13],
      ]);
      const one = rig.journal.albums({ cursor: null, limit: 1 });
      const two = rig.journal.albums({ cursor: one.next, limit: 1 });
      expect([...one.albums, ...two.albums]).to.deep.equal(all.slice(0, 2));
      for (const { uid, coverUid, photoCount } of all) {
        const uids: string[] = [];
        let cursor: string | null = null;
        do {
          const page: { items: readonly { uid: string }[]; next: string | null } | undefined = rig.journal.albumPhotos(
            uid,
            { cursor, limit: 4 },
          );
          uids.push(...(page?.items ?? []).map((item) => item.uid));
          cursor = page?.next ?? null;
        } while (cursor !== null);
        expect(new Set(uids).size).to.equal(photoCount).and.to.equal(uids.length);
        expect(uids[0]).to.equal(coverUid);
        expect(rig.journal.nodes([uids[0]!]).nodes[0]?.albums[0]?.uid).to.equal(uid);
      }
      expect(rig.journal.albumPhotos('nobody', { cursor: null, limit: 4 })).to.equal(undefined);
    }));

  it('name the uids that are missing', () =>
    withScanRig(async (rig) => {
      await filled(rig);
      const uids = [...rig.timeline().keys()].slice(0, 3);
      const { nodes, missing } = rig.journal.nodes(['no', uids[2]!, uids[0]!, 'never']);
      expect(nodes.map(({ uid }) => uid)).to.deep.equal([uids[2], uids[0]]);
      expect(missing).to.deep.equal(['no', 'never']);
    }));

  it('reject foreign cursors', () =>
    withScanRig(async (rig) => {
      await filled(rig);
      const { next, changesCursor } = rig.journal.timeline({ cursor: null, limit: 1 });
      const { journal } = rig;
      for (const cursor of [
        '',
        'x',
        changesCursor,
        `${next}.1`,
        't.1e9.a.c.b.1',
        "t.1.a'.c.b.1",
        't.1.a.1',
        't.1.a.c.b.99999999999999999999',
      ]) {
        expect(() => journal.timeline({ cursor, limit: 1 }), cursor).to.throw(BadCursor);
        expect(() => journal.albums({ cursor, limit: 1 }), cursor).to.throw(BadCursor);
        expect(() => journal.albumPhotos('a', { cursor, limit: 1 }), cursor).to.throw(BadCursor);
      }
      for (const since of ['', 'x', next!, `${changesCursor}.1`]) {
        expect(() => journal.changes({ since, limit: 1 }), since).to.throw(BadCursor);
      }
    }));
});

describe('the changes of a journal', () => {
  it('expire for a cursor of another journal, or for one with a number that was never assigned', () =>
    withScanRig(async (rig) => {
      rig.store.put('a.jpg', 'one');
      await rig.scan();
      const cursor = rig.cursor();
      expect(() => rig.journal.changes({ since: cursor.replace(/\d+$/, '999'), limit: 1 })).to.throw(CursorExpired);
      await withScanRig(async (other) => {
        await other.scan();
        expect(() => other.journal.changes({ since: cursor, limit: 1 })).to.throw(CursorExpired);
      });
    }));

  it('survive a restart, and expire if the journal was restored from a copy and assigns their numbers again', () =>
    withScanRig(async (rig) => {
      rig.store.put('a.jpg', 'one');
      await rig.scan();
      const before = rig.cursor();
      await rig.restart();
      rig.store.put('b.jpg', 'two');
      await withTempFolder(async (copy) => {
        await rig.restart(() => {
          cpSync(rig.folder, copy, { recursive: true });
        });
        await rig.scan();
        const after = rig.cursor();
        expect(rig.changes(before)).to.have.length(1);
        expect(rig.changes(after)).to.deep.equal([]);
        await rig.restart(() => {
          rmSync(rig.folder, { recursive: true });
          cpSync(copy, rig.folder, { recursive: true });
        });
        expect(() => rig.changes(after)).to.throw(CursorExpired);
        await rig.scan();
        expect(() => rig.changes(after), 'the same number, another photo').to.throw(CursorExpired);
        expect(rig.changes(before)).to.have.length(1);
      });
    }));

  it('are read in pages of one, and end with the state of the timeline', () =>
    withScanRig(async (rig) => {
      const start = rig.cursor();
      rig.store.put('x/a.jpg', 'one');
      rig.store.put('x/b.jpg', 'two');
      await rig.scan();
      rig.store.remove('x/a.jpg');
      rig.store.put('x/c.jpg', 'three');
      await rig.scan();
      const photos = new Map<string, string>();
      for (const { type, kind, uid, rev } of rig.changes(start, 1)) {
        if (kind === 'album') continue;
        if (type === 'delete') photos.delete(uid);
        else photos.set(uid, rev!);
      }
      expect(photos).to.deep.equal(rig.timeline());
      const { events, next, more } = rig.journal.changes({ since: rig.cursor(), limit: 1 });
      expect({ events, next, more }).to.deep.equal({ events: [], next: rig.cursor(), more: false });
    }));

  it('drop deletions that are old and many, and expire cursors from before them', function () {
    return withScanRig(async (rig) => {
      rig.store.put('a.jpg', 'one');
      await rig.scan();
      const { journal } = rig;
      const old = rig.cursor();
      journal.db.transaction(() => {
        for (let i = 0; i < 200_100; i += 1) journal.feed.gone('photo', `uid-${i}`, 1000);
      })();
      const young = rig.cursor();
      journal.feed.prune(1000 + 89 * 86_400);
      expect(journal.changes({ since: old, limit: 1 }).more).to.equal(true);
      journal.feed.prune(1000 + 91 * 86_400);
      expect(() => journal.changes({ since: old, limit: 1 })).to.throw(CursorExpired);
      expect(journal.changes({ since: young, limit: 1 }).events).to.deep.equal([]);
      expect(journal.db.prepare('SELECT count(*) FROM gone').pluck().get()).to.be.within(199_999, 200_001);
    });
  });
});
