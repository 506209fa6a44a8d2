import { expect } from 'chai';
import type { Withholdings } from '../../core/http/wire.ts';
import { WithheldThings } from '../../web/state/household/withheld-things.ts';

describe('the marks on what is withheld from some users', () => {
  it('come from the latest request, even if an earlier one is answered later', async () => {
    const answers: ((answer: Withholdings) => void)[] = [];
    const things = new WithheldThings(() => new Promise((resolve) => answers.push(resolve)));
    const reads = [things.follow(), things.follow()];
    const album = { uid: 'sea', name: 'Sea' };
    answers[1]!({ withholdings: [{ album, person: null, kept_from_readers: true, kept_from: [] }] });
    answers[0]!({ withholdings: [] });
    await Promise.all(reads);
    expect(things.isAlbum('sea')).to.equal(true);
  });
});
