import { expect } from 'chai';
import sharp from 'sharp';
import { UploadedPictures } from '../../../../core/services/search/uploaded-picture.ts';

describe('uploaded pictures to search with', () => {
  let bytes: Uint8Array;
  before(async () => {
    bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer();
  });

  const picture = { width: 1, height: 1, data: new Uint8Array(3) };
  const pictures = (): UploadedPictures =>
    new UploadedPictures({ size: () => Promise.resolve(picture), decode: () => Promise.resolve(picture) });
  const asked = (): { longestSide: number; signal: AbortSignal } => ({
    longestSide: 100,
    signal: new AbortController().signal,
  });
  const refusal = async (started: Promise<unknown>): Promise<unknown> =>
    started.then(
      () => undefined,
      (error: unknown) => error,
    );

  it('are at most twenty at a time, even while the models keep all of them waiting', async () => {
    const uploads = pictures();
    const upload = { read: () => Promise.resolve(Uint8Array.from(bytes)) };
    let decoded = 0;
    let release = (): void => undefined;
    const waiting = new Promise<void>((resolve) => (release = resolve));
    const start = (): Promise<void> =>
      uploads.with(upload, asked(), () => {
        decoded += 1;
        return waiting;
      });
    const first = Array.from({ length: 20 }, start);
    while (decoded < 20) await new Promise((resolve) => setImmediate(resolve));
    expect(await refusal(start())).to.include({ kind: 'not_ready', retryAfter: 5 });
    expect(decoded).to.equal(20);
    release();
    await Promise.all(first);
    await start();
    expect(decoded).to.equal(21);
  });

  it('free their place if the search fails', async () => {
    const uploads = pictures();
    const upload = { read: () => Promise.resolve(Uint8Array.from(bytes)) };
    for (let at = 0; at < 25; at += 1) {
      const failed = uploads.with(upload, asked(), () => Promise.reject(new Error('no models')));
      expect(await refusal(failed)).to.have.property('message', 'no models');
    }
  });
});
