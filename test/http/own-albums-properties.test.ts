import { createHash } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import type { Album, AlbumPhotos } from '../../core/http/wire.ts';
import { MovedPhotos } from '../../core/store/photos/moved-photos.ts';
import { libraryServer, type LibraryServer } from '../support/library-server.ts';
import { isLongRun } from '../support/long-run.ts';
import '../support/seed.ts';

const count = 6;
const which = fc.nat({ max: count - 1 });
const some = fc.uniqueArray(which, { minLength: 1, maxLength: count });

const step = fc.oneof(
  fc.record({ does: fc.constant('add' as const), photos: some }),
  fc.record({ does: fc.constant('remove' as const), photos: some }),
  fc.record({ does: fc.constant('arrange' as const), photos: some, before: fc.option(which, { nil: null }) }),
  fc.record({ does: fc.constant('order' as const), order: fc.constantFrom('date' as const, 'hand' as const) }),
  fc.record({ does: fc.constant('hide' as const), photo: which, hidden: fc.boolean() }),
  // Changes in the photo store.
  fc.record({ does: fc.constant('vanish' as const), photo: which, gone: fc.boolean() }),
  fc.record({ does: fc.constant('move' as const), photo: which }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** The expected state of one album after users’ decisions. Photos are numbers: 0 is the newest. */
class Decided {
  #placed: number[] = [];
  #others = new Set<number>();
  #order: 'date' | 'hand' = 'date';
  readonly #gone = new Set<number>();

  do(step: Step): void {
    switch (step.does) {
      case 'add': {
        const added = this.#there(step.photos).filter((photo) => !this.#has(photo));
        for (const photo of added) this.#others.add(photo);
        if (this.#order === 'hand') this.#placeAll();
        break;
      }
      case 'remove':
        for (const photo of this.#there(step.photos)) {
          this.#placed = this.#placed.filter((other) => other !== photo);
          this.#others.delete(photo);
        }
        break;
      case 'arrange': {
        const { before } = step;
        // Refused: photos can only be moved before a photo of the album.
        if (before !== null && (this.#gone.has(before) || !this.#has(before))) return;
        this.#placeAll();
        const moved = this.#there(step.photos).filter((photo) => this.#has(photo));
        const rest = this.#placed.filter((photo) => !moved.includes(photo));
        const at = before === null ? -1 : rest.indexOf(before);
        rest.splice(at === -1 ? rest.length : at, 0, ...moved);
        this.#placed = rest;
        this.#order = 'hand';
        break;
      }
      case 'order':
        this.#order = step.order;
        if (step.order === 'hand') this.#placeAll();
        break;
      case 'vanish':
        if (step.gone) this.#gone.add(step.photo);
        else this.#gone.delete(step.photo);
        break;
      default:
    }
  }

  /** The photos that the album should show. */
  get shown(): number[] {
    const all = [...this.#placed, ...[...this.#others].sort((a, b) => a - b)];
    return this.#there(this.#order === 'hand' ? all : all.sort((a, b) => a - b));
  }

  #has(photo: number): boolean {
    return this.#placed.includes(photo) || this.#others.has(photo);
  }

  #there(photos: readonly number[]): number[] {
    return photos.filter((photo) => !this.#gone.has(photo));
  }

  #placeAll(): void {
    this.#placed.push(...[...this.#others].sort((a, b) => a - b));
    this.#others.clear();
  }
}

describe('an album made by users', () => {
  let s: LibraryServer;
  before(async () => {
    s = await libraryServer();
  });
  after(() => s.stop());

  const sha1 = (photo: number): string => createHash('sha1').update(String(photo)).digest('hex');

  it('matches users’ decisions after any edits, syncs, moves and hiding', async function () {
    let round = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
        round += 1;
        const uids = Array.from({ length: count }, (_, photo) => `${round}-${photo}`);
        const ids = uids.map((uid, photo) =>
          s.rows.add({ uid, takenAt: 5000 - photo, sha1: sha1(round * 100 + photo) }),
        );
        const made = await s.send('POST', '/api/albums', { name: 'All' });
        const { uid: album } = JSON.parse(made.payload) as Album;
        const decided = new Decided();
        let moves = 0;
        for (const one of steps) {
          if (one.does === 'add')
            await s.send('PUT', `/api/albums/${album}/photos`, { add: one.photos.map((p) => uids[p]) });
          if (one.does === 'remove') {
            await s.send('PUT', `/api/albums/${album}/photos`, { remove: one.photos.map((p) => uids[p]) });
          }
          if (one.does === 'arrange') {
            const before = one.before === null ? null : uids[one.before];
            await s.send('PUT', `/api/albums/${album}/photos`, { order: one.photos.map((p) => uids[p]), before });
          }
          if (one.does === 'order') await s.send('PATCH', `/api/albums/${album}`, { order: one.order });
          if (one.does === 'hide') await s.send('PATCH', `/api/photos/${uids[one.photo]}`, { hidden: one.hidden });
          if (one.does === 'vanish') {
            s.db.prepare('UPDATE photos SET deleted_at = ? WHERE id = ?').run(one.gone ? 1 : null, ids[one.photo]);
          }
          if (one.does === 'move') {
            const [id, uid] = [ids[one.photo] ?? 0, `${round}-${one.photo}-${(moves += 1)}`];
            s.db.prepare('UPDATE photos SET deleted_at = 1 WHERE id = ?').run(id);
            const hash = sha1(round * 100 + one.photo);
            const came = s.rows.add({ uid, indexed: false, takenAt: 5000 - one.photo, sha1: hash });
            const heir = new MovedPhotos(s.db).adopt(came, Buffer.from(hash, 'hex'));
            expect(heir).to.equal(id);
            s.db.prepare(`UPDATE photos SET state = 'indexed' WHERE id = ?`).run(heir);
            uids[one.photo] = uid;
            decided.do({ does: 'vanish', photo: one.photo, gone: false });
          }
          decided.do(one);
        }
        const { photos } = await s.json<AlbumPhotos>(`/api/albums/${album}/photos?include_hidden=true`, s.writer);
        expect(photos.map(({ uid }) => uids.indexOf(uid))).to.deep.equal(decided.shown);
        s.db.exec('DELETE FROM photos');
      }),
      { numRuns: isLongRun ? 1000 : 40 },
    );
  });
});
