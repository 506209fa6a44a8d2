import { expect } from 'chai';
import type { PhotoItem } from '../../core/http/wire.ts';
import { HoverPreview } from '../../web/state/photos/hover-preview.ts';
import { until } from '../support/until.ts';
import { Library, months } from './library.ts';

const library = new Library(months([2024, 6, 9]));
const item = (index: number, kind: PhotoItem['kind']): PhotoItem => ({ ...library.item(index), kind });

function preview(isWelcome = true): { preview: HoverPreview; signed: string[] } {
  const signed: string[] = [];
  const made = new HoverPreview({
    sign: (path) => {
      signed.push(path);
      return Promise.resolve({ sig: 's', exp: 1 });
    },
    isWelcome: () => isWelcome,
  });
  return { preview: made, signed };
}

describe('what moves under a mouse', () => {
  it('is the video or the live photo that it rests on, one at a time', async () => {
    const { preview: moving, signed } = preview();
    moving.over(item(0, 'video'));
    expect(moving.shown.value).to.equal(null);
    // Nothing is asked for while it passes.
    moving.over(item(1, 'video'));
    moving.over(item(2, 'live'));
    const { uid } = item(2, 'live');
    await until(() => moving.shown.value?.uid === uid);
    expect(moving.shown.value?.address).to.equal(`/api/photos/${uid}/motion?sig=s&exp=1`);
    expect(signed).to.deep.equal([`/api/photos/${uid}/motion`]);
    moving.over(item(3, 'image'));
    expect(moving.shown.value).to.equal(null);
    moving.over(item(0, 'video'));
    await until(() => moving.shown.value !== null);
    expect(signed.at(-1)).to.equal(`/api/photos/${item(0, 'video').uid}/full`);
    moving.leave();
    expect(moving.shown.value).to.equal(null);
  });

  it('is nothing that this browser could not play before, and nothing where motion is not welcome', async () => {
    const { preview: moving, signed } = preview();
    moving.fail(item(0, 'video').uid);
    moving.over(item(0, 'video'));
    const { preview: calm, signed: signedCalmly } = preview(false);
    calm.over(item(1, 'video'));
    // Both were asked before this one, which moves.
    const { preview: other } = preview();
    other.over(item(1, 'video'));
    await until(() => other.shown.value !== null);
    expect([signed, signedCalmly]).to.deep.equal([[], []]);
  });
});
