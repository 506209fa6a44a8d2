import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { clusterQuality } from '../../../bench/cluster-quality.ts';
import { needModels, needPhotos, photosDir } from '../../../support/model-packs.ts';
import { faceInTheMiddle, RealPeople, type RealFace } from '../../../support/real-people.ts';
import { withTempFolder } from '../../../support/temp-folder.ts';

const demo = 'plugins/demo-source';

describe('the people in real photos, with the default models', function () {
  before(function () {
    needModels(this);
  });

  it('are the eight of the demo library, none of them mistaken for another', async () => {
    const { photos } = JSON.parse(readFileSync(join(demo, 'manifest.json'), 'utf8')) as {
      photos: { file: string; people: { who: string; x: number; y: number }[] }[];
    };
    const faces = await peopleIn(join(demo, 'photos'));
    const named = faces.map((face) => ({ face, who: whoIsThere(face, photos) }));
    expect(named.filter(({ who }) => who === undefined)).to.have.length(0);
    const quality = clusterQuality({
      is: named.map(({ who }) => who),
      found: named.map(({ face }) => face.personId),
    });
    expect(quality).to.include({ groups: 8, mixed: 0, f1: 1 });
  });

  it('are distinguished in press photos', async function () {
    needPhotos(this);
    // 24 people, of whom 10 are in several photos.
    const faces = await peopleIn(join(photosDir, 'faces'), /^[B-D]/);
    const byPhoto = new Map<string, RealFace[]>();
    for (const face of faces) byPhoto.set(face.photo, [...(byPhoto.get(face.photo) ?? []), face]);
    const main = [...byPhoto.values()].map((inPhoto) => faceInTheMiddle(inPhoto)!);
    const who = main.map(({ photo }) => photo.replace(/_\d+\.\w+$/, ''));
    const quality = clusterQuality({ is: who, found: main.map(({ personId }) => personId) });
    const several = new Set(who.filter((name, at) => who.indexOf(name) !== at)).size;
    expect(several).to.equal(10);
    expect(quality.groups).to.equal(several);
    expect(quality.mixed).to.equal(0);
    expect(quality.f1).to.be.at.least(0.97);
  });
});

async function peopleIn(photos: string, pattern?: RegExp): Promise<RealFace[]> {
  let faces: RealFace[] = [];
  await withTempFolder(async (folder) => {
    const real = await RealPeople.open({ folder, photos, ...(pattern && { pattern }) });
    await real.indexer.settle();
    faces = real.faces();
    await real.close();
  });
  return faces;
}

function whoIsThere(
  { photo, x, y, w, h }: RealFace,
  photos: readonly { file: string; people: { who: string; x: number; y: number }[] }[],
): string | undefined {
  const near = (person: { x: number; y: number }): boolean =>
    Math.hypot(person.x - (x + w / 2), person.y - (y + h / 2)) < 0.1;
  return photos.find(({ file }) => file === photo)?.people.find(near)?.who;
}
