import { expect } from 'chai';
import type { SearchFilter } from '../../core/http/wire.ts';
import { Arrangement } from '../../web/state/albums/arrangement.ts';
import { hasConditions, editable, ruleOfFilter, ruleOfSearch } from '../../web/state/albums/search-rule.ts';

const filter = (facts: Partial<SearchFilter> & Pick<SearchFilter, 'type'>): SearchFilter => ({
  ...{ words: '', name: null, people: [], from: null, to: null, months: [], weekdays: [], days: [], kind: null },
  ...{ without: '', ...facts },
});

describe('the rule of an album', () => {
  const rest = { person: [], place: [], from: null, to: null, month: [], kind: null };

  it('says what a search was taken for, and takes the rest of the text for a thing', () => {
    const filters = [
      filter({ type: 'person', people: [3], name: 'Kim' }),
      filter({ type: 'place', name: 'Lisbon, Portugal' }),
      filter({ type: 'date', from: '2023-01-01', to: '2023-12-31' }),
      filter({ type: 'kind', kind: 'image' }),
    ];
    expect(ruleOfSearch({ ...rest, text: 'dog', filters })).to.deep.equal({
      people: [3],
      places: ['Lisbon, Portugal'],
      from: '2023-01-01',
      to: '2023-12-31',
      kinds: ['image', 'live', 'raw'],
      things: ['dog'],
    });
    expect(ruleOfSearch({ ...rest, text: ' ', filters: [] })).to.equal(null);
  });

  it('keeps the weekdays and the days of any year that a search is about', () => {
    const date = filter({ type: 'date', weekdays: [6, 7], days: [{ month: 12, day: 4 }] });
    expect(ruleOfSearch({ ...rest, text: '', filters: [date] })).to.deep.equal({
      weekdays: [6, 7],
      yearly_days: ['12-04'],
    });
  });

  it('means any of the people whom one name may mean', () => {
    const filters = [filter({ type: 'person', people: [3, 8], name: 'Kim' })];
    expect(ruleOfSearch({ ...rest, text: '', filters })).to.deep.equal({ any_person: true, people: [3, 8] });
  });

  it('says what a page of photos is about, where that is something to go by', () => {
    expect(ruleOfFilter({ place: 'Vienna' })).to.deep.equal({ places: ['Vienna'] });
    expect(ruleOfFilter({ person: 4 })).to.deep.equal({ people: [4] });
    expect(ruleOfFilter({ only_archived: true })).to.equal(null);
  });

  it('is edited as lists, and asks nothing while they are empty', () => {
    expect(editable({ person: 2, people: [1, 2], tag: 'sea' })).to.deep.include({ people: [1, 2], tags: ['sea'] });
    expect(hasConditions(editable({}))).to.equal(false);
    expect(hasConditions({ any_person: true, from: '' })).to.equal(false);
    expect(hasConditions({ from: '2024-01-01' })).to.equal(true);
  });
});

describe('photos that are put in order', () => {
  const three = ['a', 'b', 'c'].map((uid) => ({ uid }));

  it('stand before another one, or at the end, once they are let go', () => {
    const order = new Arrangement(three);
    order.move('a', 1);
    expect(order.settle('a')).to.equal('c');
    order.move('a', 99);
    expect(order.settle('a')).to.equal(null);
    expect(order.order.map(({ uid }) => uid)).to.deep.equal(['b', 'c', 'a']);
  });

  it('have not moved when they are let go where they were', () => {
    const order = new Arrangement(three);
    order.move('b', 2);
    order.move('b', 1);
    expect(order.settle('b')).to.equal(undefined);
  });
});
