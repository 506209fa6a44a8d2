import { expect } from 'chai';
import { isolated } from '../../web/strings/isolated.ts';

describe('names in right-to-left scripts', () => {
  const strings = isolated({
    title: 'People',
    nested: { joined: (name: string | null, count: number) => `${name ?? 'Somebody'}: now ${count} photos` },
    all: ({ names }: { names: readonly string[] }) => `No photos of ${names.join(' and ')} in 2020`,
  });

  it('are isolated from the sentence around them', () => {
    expect(strings.nested.joined('שרה', 14)).to.equal('\u2068שרה\u2069: now 14 photos');
    expect(strings.nested.joined('Kim (ليلى)', 14)).to.equal('\u2068Kim (ليلى)\u2069: now 14 photos');
    expect(strings.all({ names: ['Kim', 'ليلى'] })).to.equal('No photos of Kim and \u2068ليلى\u2069 in 2020');
  });

  it('leave sentences about other names as they are', () => {
    expect(strings.title).to.equal('People');
    expect(strings.nested.joined('Zoë', 14)).to.equal('Zoë: now 14 photos');
    expect(strings.nested.joined(null, 14)).to.equal('Somebody: now 14 photos');
  });
});
