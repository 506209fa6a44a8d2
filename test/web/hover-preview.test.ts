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

describe('the preview under the pointer', () => {
  it('plays the video or live photo that the pointer rests on, one at a time', async () => {
    const { preview: moving, signed } = preview();
    moving.over(item(0, 'video'));
    expect(moving.shown.value).to.equal(null);
    // Nothing is requested while the pointer passes over it.
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

  it('plays nothing that this browser has failed to play before, and nothing if motion is unwanted', async () => {
    const { preview: moving, signed } = preview();
    moving.fail(item(0, 'video').uid);
    moving.over(item(0, 'video'));
    const { preview: calm, signed: signedCalmly } = preview(false);
    calm.over(item(1, 'video'));
    // Both were hovered over before this one, which plays.
    const { preview: other } = preview();
    other.over(item(1, 'video'));
    await until(() => other.shown.value !== null);
    expect([signed, signedCalmly]).to.deep.equal([[], []]);
  });
});
