import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { hasFfmpeg } from '../../../support/made-video.ts';
import { MemorySource } from '../../../support/memory-source.ts';
import { needModels, needPhotos, photosDir } from '../../../support/model-packs.ts';
import { faceInTheMiddle, RealPeople, type RealFace } from '../../../support/real-people.ts';
import { skip } from '../../../support/skip.ts';
import { withTempFolder } from '../../../support/temp-folder.ts';

describe('a person in a video', function () {
  before(function () {
    needModels(this);
    needPhotos(this);
    if (!hasFfmpeg) skip(this, 'ffmpeg is not installed');
  });

  it('is the same person as in photos', async () => {
    const pictures = join(photosDir, 'faces/Britney_Spears');
    const [first, ...others] = readdirSync(pictures).sort();
    const source = new MemorySource();
    for (const name of others) source.put(name, readFileSync(join(pictures, name)), { name });
    let faces: RealFace[] = [];
    await withTempFolder(async (folder) => {
      const film = join(folder, 'film.mp4');
      const even = 'scale=trunc(iw/2)*2:trunc(ih/2)*2';
      const still = ['-loop', '1', '-t', '2', '-i', join(pictures, first!), '-vf', even, '-pix_fmt', 'yuv420p'];
      execFileSync('ffmpeg', ['-v', 'error', ...still, film]);
      source.put('film', readFileSync(film), { kind: 'video', name: 'film.mp4', mediaType: 'video/mp4' });
      const real = await RealPeople.open({ folder, photos: pictures, far: () => source });
      try {
        await real.indexer.settle();
        expect(real.indexer.photo('film')).to.include({ state: 'indexed', error: null });
        faces = real.faces();
      } finally {
        await real.close();
      }
    });
    const of = (photo: string): number | null | undefined =>
      faceInTheMiddle(faces.filter((face) => face.photo === photo))?.personId;
    expect(of('film.mp4')).to.be.a('number');
    expect(others.filter((name) => of(name) === of('film.mp4'))).to.have.length.above(others.length / 2);
  });
});
