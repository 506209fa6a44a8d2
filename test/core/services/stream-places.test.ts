import { expect } from 'chai';
import { DomainError } from '../../../core/domain/errors.ts';
import { StreamPlaces, type StreamClient } from '../../../core/services/stream-places.ts';

const { signal } = new AbortController();

const user = (id: number, player: string | null = null): StreamClient => ({ by: `user ${id}`, isGuest: false, player });
const guest = (id: number): StreamClient => ({ by: `share ${id}`, isGuest: true, player: null });

describe('places for video streams', () => {
  const take = (places: StreamPlaces, asker: StreamClient) => places.take(asker, () => undefined, signal);

  const outcomes = async (places: StreamPlaces, askers: readonly StreamClient[]): Promise<string[]> => {
    const told: string[] = [];
    for (const asker of askers) {
      told.push(
        await take(places, asker).then(
          () => 'taken',
          (error: unknown) => (error instanceof DomainError ? error.kind : String(error)),
        ),
      );
    }
    return told;
  };

  it('are one more than CPU cores', async () => {
    const places = new StreamPlaces(3, 0);
    expect(
      await outcomes(
        places,
        [1, 2, 3, 4, 5].map((id) => user(id)),
      ),
    ).to.deep.equal([...['taken', 'taken', 'taken', 'taken', 'not_ready']]);
    expect([places.running, places.refused]).to.deep.equal([4, 1]);
  });

  it('are not all for one user, however many there are', async () => {
    expect(await outcomes(new StreamPlaces(2, 0), [user(1), user(1), user(1), user(2)])).to.deep.equal([
      ...['taken', 'taken', 'not_ready', 'taken'],
    ]);
    const ofMany = await outcomes(
      new StreamPlaces(64, 0),
      Array.from({ length: 6 }, () => user(1)),
    );
    expect(ofMany.filter((told) => told === 'taken')).to.have.length(4);
  });

  it('are fewer for guests, who never get the last one', async () => {
    expect(await outcomes(new StreamPlaces(4, 0), [guest(1), guest(2), guest(3)])).to.deep.equal([
      ...['taken', 'taken', 'not_ready'],
    ]);
    expect(await outcomes(new StreamPlaces(1, 0), [user(1), guest(1), user(2)])).to.deep.equal([
      ...['taken', 'not_ready', 'taken'],
    ]);
  });

  it('hold four streams that are only remuxed instead of one that is encoded', async () => {
    const places = new StreamPlaces(1, 0);
    for (let at = 0; at < 4; at++) (await take(places, user(at))).lighten();
    expect(await outcomes(places, [user(5), user(6)])).to.deep.equal(['taken', 'not_ready']);
  });

  it('are granted after a short wait, which can be aborted', async () => {
    const places = new StreamPlaces(1, 600_000);
    const [first] = [await take(places, user(1)), await take(places, user(2))];
    const waits = take(places, user(3));
    first.release();
    await waits;
    const leaves = new AbortController();
    const gone = places.take(user(4), () => undefined, leaves.signal).catch((error: unknown) => error);
    leaves.abort(new Error('gone'));
    expect(await gone).to.have.property('message', 'gone');
    expect(places.running).to.equal(2);
  });

  it('are freed by ending the older stream of the same player', async () => {
    const places = new StreamPlaces(1, 600_000);
    const ended: string[] = [];
    const takes = async (asker: StreamClient, name: string): Promise<void> => {
      const place = await places.take(
        asker,
        () => {
          ended.push(name);
          place.release();
        },
        signal,
      );
    };
    await takes(user(1, 'phone'), 'first');
    await takes(user(2, 'television'), 'other');
    await takes(user(1, 'phone'), 'second');
    expect(ended).to.deep.equal(['first']);
    places.close();
    expect(ended).to.deep.equal(['first', 'other', 'second']);
    expect(places.running).to.equal(0);
  });
});
