import { expect } from 'chai';
import type { Album, PhotoItem, SearchFilter } from '../../core/http/wire.ts';
import { AlbumsState } from '../../web/state/albums/albums.ts';
import { Arrangement } from '../../web/state/albums/arrangement.ts';
import { NotUndone, PartlyDone } from '../../web/state/partly-done.ts';
import { hasConditions, editable, ruleOfFilter, ruleOfSearch } from '../../web/state/albums/search-rule.ts';

const filter = (facts: Partial<SearchFilter> & Pick<SearchFilter, 'type'>): SearchFilter => ({
  ...{ words: '', name: null, people: [], from: null, to: null, months: [], weekdays: [], days: [], kind: null },
  ...{ without: '', ...facts },
});

describe('the rule of a smart album', () => {
  const rest = { person: [], place: [], from: null, to: null, month: [], kind: null };

  it('has the recognised conditions of a search, and the remaining text as a thing', () => {
    const filters = [
      filter({ type: 'person', people: [3], name: 'Kim' }),
      filter({ type: 'place', name: 'Lisbon, Portugal' }),
      filter({ type: 'date', from: '2023-01-01', to: '2023-12-31' }),
      filter({ type: 'kind', kind: 'image' }),
    ];
    expect(ruleOfSearch({ ...rest, text: 'dog', filters })).to.deep.equal({
      people: [3],
      places: ['Lisbon, Portugal'],
      from: '2023-01-01',
      to: '2023-12-31',
      kinds: ['image', 'live', 'raw'],
      things: ['dog'],
    });
    expect(ruleOfSearch({ ...rest, text: ' ', filters: [] })).to.equal(null);
  });

  it('matches any of the kinds named in a search', () => {
    const filters = [filter({ type: 'kind', kind: 'video' }), filter({ type: 'kind', kind: 'image' })];
    expect(ruleOfSearch({ ...rest, text: '', filters })).to.deep.equal({ kinds: ['video', 'image', 'live', 'raw'] });
  });

  it('keeps that a search asks for favourites', () => {
    expect(ruleOfSearch({ ...rest, text: '', filters: [filter({ type: 'favorites' })] })).to.deep.equal({
      only_favorites: true,
    });
  });

  it('keeps the weekdays and the yearly days of a search', () => {
    const date = filter({ type: 'date', weekdays: [6, 7], days: [{ month: 12, day: 4 }] });
    expect(ruleOfSearch({ ...rest, text: '', filters: [date] })).to.deep.equal({
      weekdays: [6, 7],
      yearly_days: ['12-04'],
    });
  });

  it('matches any of the people that a name may refer to', () => {
    const filters = [filter({ type: 'person', people: [3, 8], name: 'Kim' })];
    expect(ruleOfSearch({ ...rest, text: '', filters })).to.deep.equal({ any_person: true, people: [3, 8] });
  });

  it('matches the filter of a list of photos, if a rule can express it', () => {
    expect(ruleOfFilter({ place: 'Vienna' })).to.deep.equal({ places: ['Vienna'] });
    expect(ruleOfFilter({ person: 4 })).to.deep.equal({ people: [4] });
    expect(ruleOfFilter({ only_archived: true })).to.equal(null);
  });

  it('is edited as lists, and has no conditions while they are empty', () => {
    expect(editable({ person: 2, people: [1, 2], tag: 'sea' })).to.deep.include({ people: [1, 2], tags: ['sea'] });
    expect(hasConditions(editable({}))).to.equal(false);
    expect(hasConditions({ any_person: true, from: '' })).to.equal(false);
    expect(hasConditions({ from: '2024-01-01' })).to.equal(true);
  });
});

describe('a new album', () => {
  interface Request {
    readonly name?: string;
    readonly photos?: readonly string[];
    readonly add?: readonly string[];
    readonly remove?: readonly string[];
  }
  interface Server {
    readonly albums: AlbumsState;
    readonly stored: Map<string, string[]>;
    readonly requests: Request[];
    /** Errors for requests to delete an album, by uid. */
    readonly refusals: Map<string, string>;
    readonly mend: () => void;
  }
  /** A server that answers the given number of requests, and then fails until `mend` is called. */
  function server(answers: number): Server {
    const mend = (): void => {
      answers = Infinity;
    };
    const stored = new Map<string, string[]>();
    const requests: Request[] = [];
    const refusals = new Map<string, string>();
    const answer = async (request: Request): Promise<void> => {
      await Promise.resolve();
      requests.push(request);
      if (requests.length > answers) throw new Error('No answer.');
    };
    const of = (uid: string): Album => ({ uid, name: uid }) as Album;
    const albums = new AlbumsState({
      make: async (name, content) => {
        await answer({ name, ...content });
        stored.set(name, 'photos' in content ? [...content.photos] : []);
        return of(name);
      },
      changePhotos: async (uid, change) => {
        const { add = [], remove = [] } = change;
        await answer(change);
        const kept = (stored.get(uid) ?? []).filter((photo) => !remove.includes(photo));
        stored.set(uid, [...kept, ...add]);
        return { album: of(uid), added: add.length, removed: 0, passed_over: 0 };
      },
      unmake: async (uid, photos) => {
        await answer({ name: uid, remove: photos });
        const present = stored.get(uid);
        const kind = present ? refusals.get(uid) : 'no_such_album';
        if (!present || kind) throw Object.assign(new Error(kind), { kind });
        const others = present.filter((photo) => !photos.includes(photo));
        if (others.length > 0) stored.set(uid, others);
        else stored.delete(uid);
        return { deleted: others.length === 0 };
      },
      photos: () => Promise.reject(new Error()),
      onChanged: () => undefined,
      brokenOff: (done, total, reason) => `${done} of ${total}: ${reason}`,
      othersStay: 'It stays.',
    });
    return { albums, stored, requests, refusals, mend };
  }
  const photos = Array.from({ length: 11_000 }, (_, i) => String(i));

  it('is created with its photos in one request, so that a failure leaves no empty album', async () => {
    const { albums, stored, requests } = server(1);
    await albums.make('Sea', ['a', 'b']);
    expect(requests).to.have.length(1);
    expect(stored.get('Sea')).to.deep.equal(['a', 'b']);
  });

  it('is deleted by undo', async () => {
    const { albums, stored, requests } = server(9);
    const { album, undo } = await albums.make('Sea', ['a', 'b']);
    expect([album.name, stored.size]).to.deep.equal(['Sea', 1]);
    await undo();
    expect([stored.size, requests.length]).to.deep.equal([0, 2]);
  });

  it('stays, with the photos that another user has added since, when its creation is undone', async () => {
    const { albums, stored } = server(9);
    const { undo } = await albums.make('Sea', ['a', 'b']);
    stored.get('Sea')?.push('c');
    const error = await undo().catch((error: unknown) => error);
    expect(error).to.be.instanceOf(NotUndone).with.property('message', 'It stays.');
    expect(stored.get('Sea')).to.deep.equal(['c']);
  });

  it('stays with all photos, without a retry, if the server rejects the undo because readers may not see it', async () => {
    const { albums, stored, refusals } = server(9);
    const { undo } = await albums.make('Sea', ['a', 'b']);
    refusals.set('Sea', 'kept_from_readers');
    const error = await undo().catch((error: unknown) => error);
    expect(error).to.be.instanceOf(NotUndone).with.property('message', 'kept_from_readers');
    expect(stored.get('Sea')).to.deep.equal(['a', 'b']);
  });

  it('is deleted by undo even if it has more photos than fit into one request', async () => {
    const { albums, stored } = server(9);
    const { undo } = await albums.make('All', photos);
    await undo();
    expect(stored.size).to.equal(0);
  });

  it('gets the photos that do not fit into one request afterwards, all in order', async () => {
    const { albums, stored } = server(9);
    await albums.make('All', photos);
    expect(stored.get('All')).to.deep.equal(photos);
  });

  it('reports how many photos were added when a later request fails, and is deleted by undo', async () => {
    const { albums, stored, mend } = server(2);
    const error = await albums.make('All', photos).catch((error: unknown) => error);
    expect(error).to.be.instanceOf(PartlyDone).with.property('message', '10000 of 11000: No answer.');
    expect(stored.get('All')).to.deep.equal(photos.slice(0, 10_000));
    mend();
    await (error as PartlyDone).undo();
    expect(stored.size).to.equal(0);
  });
});

describe('an album with photos', () => {
  /** A server with one album; new photos are added at its end. */
  function albumOf(stored: string[]): AlbumsState {
    const album = { uid: 'Trip', order: 'hand' } as Album;
    return new AlbumsState({
      make: () => Promise.reject(new Error()),
      unmake: () => Promise.reject(new Error()),
      photos: (_uid, { offset, limit }) =>
        Promise.resolve({
          album,
          photos: stored.slice(offset, offset + limit).map((uid) => ({ uid }) as PhotoItem),
          total: stored.length,
        }),
      changePhotos: (_uid, change) => {
        const { add = [], remove = [], order = [] } = change;
        const moved = order.filter((uid) => stored.includes(uid));
        const kept = stored.filter((uid) => !remove.includes(uid) && !moved.includes(uid));
        const added = add.filter((uid) => !kept.includes(uid) && !moved.includes(uid));
        stored.splice(0, stored.length, ...moved, ...kept, ...added);
        return Promise.resolve({ album, added: added.length, removed: remove.length, passed_over: 0 });
      },
      onChanged: () => undefined,
      brokenOff: String,
      othersStay: '',
    });
  }

  it('has removed photos back in their positions after undo', async () => {
    const stored = ['a', 'b', 'c', 'd', 'e', 'f'];
    const undo = await albumOf(stored).remove({ uid: 'Trip', order: 'hand' }, ['f', 'd', 'a', 'c']);
    expect(stored).to.deep.equal(['b', 'e']);
    await undo();
    expect(stored).to.deep.equal(['a', 'b', 'c', 'd', 'e', 'f']);
  });

  it('loses only newly added photos when adding is undone, not those it already had', async () => {
    const stored = ['a', 'b'];
    const { added, undo } = await albumOf(stored).add('Trip', ['b', 'c', 'd']);
    expect([added, stored.join('')]).to.deep.equal([2, 'abcd']);
    await undo?.();
    expect(stored).to.deep.equal(['a', 'b']);
    expect((await albumOf(stored).add('Trip', ['a'])).undo, 'nothing was added').to.equal(null);
  });

  it('has a removed photo back in its position after undo, even if its neighbour has been removed since', async () => {
    const stored = ['a', 'b', 'c', 'd'];
    const albums = albumOf(stored);
    const undo = await albums.remove({ uid: 'Trip', order: 'hand' }, ['a']);
    await albums.remove({ uid: 'Trip', order: 'hand' }, ['b']);
    await undo();
    expect(stored).to.deep.equal(['a', 'c', 'd']);
  });
});

describe('photos that are being reordered', () => {
  const three = ['a', 'b', 'c'].map((uid) => ({ uid }));

  it('are placed before another photo or at the end when they are dropped', () => {
    const order = new Arrangement(three);
    order.move('a', 1);
    expect(order.settle('a')).to.equal('c');
    order.move('a', 99);
    expect(order.settle('a')).to.equal(null);
    expect(order.order.map(({ uid }) => uid)).to.deep.equal(['b', 'c', 'a']);
  });

  it('count as not moved when they are dropped where they were', () => {
    const order = new Arrangement(three);
    order.move('b', 2);
    order.move('b', 1);
    expect(order.settle('b')).to.equal(undefined);
  });
});
