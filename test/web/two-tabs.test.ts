import { expect } from 'chai';
import { SkippedOnes } from '../../web/state/people/skipped-ones.ts';
import { RecentSearches } from '../../web/state/search/recent-searches.ts';

/** The storage that all tabs of a browser share. */
function sharedStore() {
  let stored: string | null = null;
  return {
    read: () => stored,
    write: (text: string) => {
      stored = text;
    },
    remove: () => {
      stored = null;
    },
  };
}

describe('the storage shared by two tabs', () => {
  it('has the faces that were skipped in either tab', () => {
    const store = sharedStore();
    const [first, second, later] = [new SkippedOnes(), new SkippedOnes(), new SkippedOnes()];
    for (const tab of [first, second]) tab.open(store);
    first.add(1);
    first.add(2);
    second.add(3);
    first.remove(3);
    second.add(4);
    later.open(store);
    expect([...later.ids.value]).to.deep.equal([1, 2, 4]);
  });

  it('has the searches of both tabs, without those that one of them removed', () => {
    const store = sharedStore();
    const [first, second, later] = [new RecentSearches(), new RecentSearches(), new RecentSearches()];
    for (const tab of [first, second]) tab.open(store);
    first.add('beach');
    second.add('snow');
    first.remove('snow');
    second.add('dog');
    later.open(store);
    expect(later.searches.value).to.deep.equal(['dog', 'beach']);
  });
});
