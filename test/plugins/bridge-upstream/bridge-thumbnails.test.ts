import { expect } from 'chai';
import sharp from 'sharp';
import { bridgeRig, type BridgeRig } from '../../support/bridge-rig.ts';
import { photoLikeJpeg } from '../../support/pictures.ts';
import { rawFile } from '../../support/raw-file.ts';

describe('thumbnails of the bridge', () => {
  let rig: BridgeRig;

  beforeEach(async () => {
    rig = await bridgeRig();
  });

  afterEach(async () => {
    await rig.stop();
    expect(rig.store.open, 'files that are still open').to.equal(0);
  });

  const thumbnail = (uid: string, size: number | string = 512, headers: Record<string, string> = {}) =>
    rig.get(`/v1/photos/${uid}/thumbnail?size=${size}`, { headers });

  /** A picture that is displayed red on the left and blue on the right. */
  const leftRight = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#0000ff' } }).composite([
      { input: { create: { width: width / 2, height, channels: 3, background: '#ff0000' } }, left: 0, top: 0 },
    ]);

  const colours = async (bytes: Buffer) => {
    const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number): string => {
      const from = (y * info.width + x) * 3;
      return (data[from] ?? 0) > 128 ? 'red' : (data[from + 2] ?? 0) > 128 ? 'blue' : 'other';
    };
    return { left: at(5, info.height >> 1), right: at(info.width - 6, info.height >> 1), ...info };
  };

  it('are served in both sizes, with length and type, and without metadata', async () => {
    rig.add({ uid: 'photo', bytes: await photoLikeJpeg(1, 3000, 2000) });
    for (const size of [512, 1920]) {
      const answer = await thumbnail('photo', size);
      expect(answer.status).to.equal(200);
      expect(answer.headers).to.include({ 'content-type': 'image/webp', 'content-length': String(answer.body.length) });
      const header = await sharp(answer.body).metadata();
      expect([header.format, header.width, header.height]).to.deep.equal(['webp', size, Math.round((size * 2) / 3)]);
      expect([header.exif, header.icc, header.xmp]).to.deep.equal([undefined, undefined, undefined]);
    }
  });

  it('are never larger than the photo', async () => {
    rig.add({ uid: 'small', bytes: await photoLikeJpeg(2, 300, 200) });
    const { width, height } = await sharp((await thumbnail('small', 1920)).body).metadata();
    expect([width, height]).to.deep.equal([300, 200]);
  });

  it('are upright', async () => {
    const lying = await leftRight(800, 600).png().toBuffer();
    const turned = await sharp(lying).rotate(270).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    rig.add({ uid: 'turned', bytes: turned });
    const { left, right, width, height } = await colours((await thumbnail('turned')).body);
    expect({ left, right, width, height }).to.deep.equal({ left: 'red', right: 'blue', width: 512, height: 384 });
  });

  it('are converted to sRGB', async () => {
    const rgb = { r: 200, g: 60, b: 40 };
    const wide = await sharp({ create: { width: 64, height: 64, channels: 3, background: rgb } })
      .png()
      .withIccProfile('p3')
      .toBuffer();
    rig.add({ uid: 'wide', bytes: wide, mediaType: 'image/png' });
    const { data } = await sharp((await thumbnail('wide')).body)
      .raw()
      .toBuffer({ resolveWithObject: true });
    const [red, green, blue] = [...data.subarray(0, 3)];
    // Without the conversion, these would be the Display P3 values of the file, which `withIccProfile` made.
    expect(red).to.be.closeTo(rgb.r, 4);
    expect(green).to.be.closeTo(rgb.g, 4);
    expect(blue).to.be.closeTo(rgb.b, 4);
  });

  it('are not sent again to clients that have them, and not made twice', async () => {
    rig.add({ uid: 'photo', bytes: await photoLikeJpeg(3, 900, 600) });
    const { headers, body } = await thumbnail('photo');
    const pieces = rig.store.pieces;
    const again = await thumbnail('photo', 512, { 'if-none-match': String(headers.etag) });
    expect([again.status, again.body.length]).to.deep.equal([304, 0]);
    expect((await thumbnail('photo')).body.equals(body)).to.be.true;
    expect(rig.store.pieces).to.equal(pieces);
    const large = await thumbnail('photo', 1920, { 'if-none-match': String(headers.etag) });
    expect(large.status, 'the other size has a tag of its own').to.equal(200);
  });

  it('are described by HEAD', async () => {
    rig.add({ uid: 'photo', bytes: await photoLikeJpeg(3, 900, 600) });
    const { headers } = await thumbnail('photo');
    const head = await rig.get('/v1/photos/photo/thumbnail?size=512', { method: 'HEAD' });
    expect(head.headers).to.include({ etag: headers.etag, 'content-length': headers['content-length'] });
    expect(head.body).to.have.length(0);
  });

  it('are rejected in other sizes', async () => {
    rig.add({ uid: 'photo', bytes: await photoLikeJpeg(3, 90, 60) });
    for (const size of ['511', '0', '-512', '512.5', 'large', '', '512&size=1920']) {
      expect((await thumbnail('photo', size)).json, size).to.include({ code: 'bad_request' });
    }
    expect((await rig.get('/v1/photos/photo/thumbnail')).status).to.equal(400);
  });

  it('are reported as missing for files from which none can be made well', async () => {
    const whole = await photoLikeJpeg(4, 900, 600);
    const bomb = await sharp({ create: { width: 12_000, height: 9000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    rig.add({ uid: 'cut', bytes: whole.subarray(0, whole.length / 2) });
    rig.add({ uid: 'text', bytes: Buffer.from('no picture at all') });
    rig.add({ uid: 'empty', bytes: Buffer.alloc(0) });
    rig.add({ uid: 'bomb', bytes: bomb, mediaType: 'image/png' });
    rig.add({ uid: 'video', bytes: whole, kind: 'video', mediaType: 'video/mp4' });
    rig.add({ uid: 'heic', bytes: whole, mediaType: 'image/heic' });
    rig.add({
      uid: 'raw',
      bytes: Buffer.from('II*\0without any preview'),
      kind: 'raw',
      mediaType: 'image/x-nikon-nef',
    });
    for (const uid of ['cut', 'text', 'empty', 'bomb', 'video', 'heic', 'raw']) {
      const answer = await thumbnail(uid);
      expect(answer.status, uid).to.equal(404);
      expect(answer.json, uid).to.include({ code: 'no_thumbnail', retryable: false });
    }
    expect((await thumbnail('nobody')).json).to.include({ code: 'not_found' });
  });

  it('of RAW files are made from the largest preview in the file, with the orientation of the file', async () => {
    const small = await photoLikeJpeg(5, 160, 120);
    const lying = await sharp(await leftRight(800, 600).png().toBuffer())
      .rotate(270)
      .jpeg()
      .toBuffer();
    rig.add({ uid: 'raw', kind: 'raw', mediaType: 'image/x-nikon-nef', bytes: rawFile(6, [small, lying]) });
    const { left, right, width, height } = await colours((await thumbnail('raw')).body);
    expect({ left, right, width, height }).to.deep.equal({ left: 'red', right: 'blue', width: 512, height: 384 });
  });

  it('are not made from a changed file, and a scan is triggered', async () => {
    rig.add({ uid: 'photo', bytes: await photoLikeJpeg(6, 90, 60) });
    rig.store.put('handle of photo', await photoLikeJpeg(7, 90, 60));
    expect((await thumbnail('photo')).json).to.include({ code: 'upstream_error', retryable: true });
    expect(rig.woken).to.equal(1);
  });
});
