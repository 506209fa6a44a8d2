import { expect } from 'chai';
import { KnownTowns } from '../../../core/indexer/known-towns.ts';
import { TownTiles } from '../../../core/indexer/town-tiles.ts';
import type { MapTile } from '../../../core/domain/map-tile.ts';

/** The tile that contains a point. */
function tileAt(lat: number, lng: number, zoom: number): MapTile {
  const sine = Math.sin((lat * Math.PI) / 180);
  const side = 2 ** zoom;
  const y = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  return { zoom, x: Math.floor(((lng + 180) / 360) * side), y: Math.floor(y * side) };
}

describe('the towns on a map tile', () => {
  let tiles: TownTiles;

  before(() => {
    tiles = new TownTiles(new KnownTowns());
  });

  const names = (tile: MapTile): string[] => tiles.of(tile).towns.map(({ name }) => name);

  it('are the large cities of the world at low zoom, capitals before larger towns', () => {
    const world = names({ zoom: 0, x: 0, y: 0 });
    expect(world.slice(0, 10)).to.include.members(['Beijing', 'Tokyo', 'Moscow']);
    expect(world.length).to.be.within(40, 100);
  });

  it('are spread over the tile, so that sparsely populated areas have towns too', () => {
    expect(names(tileAt(65, -18, 3))).to.include('Reykjavík');
    expect(names(tileAt(40, -5, 4))).to.include.members(['Lisbon', 'Madrid', 'Funchal']);
  });

  it('include smaller ones at higher zoom, and finally quarters of cities', () => {
    const around = tiles.of(tileAt(52.5, 13.4, 8)).towns;
    expect(around[0]).to.include({ name: 'Berlin', country: 'DE', kind: 'capital' });
    expect(around.some(({ kind }) => kind === 'quarter')).to.equal(true);
    expect(tiles.of(tileAt(52.5, 13.4, 7)).towns.some(({ kind }) => kind === 'quarter')).to.equal(false);
  });

  it('have their current names', () => {
    expect(names(tileAt(51.17, 71.45, 6))).to.include('Astana');
  });

  it('are replaced by the nearest ones if the tile has none', () => {
    const { towns, nearest } = tiles.of(tileAt(64.9, -18.7, 12));
    expect(towns).to.deep.equal([]);
    expect(nearest).to.have.length(6);
    expect(nearest.map(({ country }) => country)).to.deep.equal(Array(6).fill('IS'));
  });

  it('are at most 96 on every tile up to zoom level 4', () => {
    for (let zoom = 0; zoom <= 4; zoom++) {
      for (let x = 0; x < 2 ** zoom; x++)
        for (let y = 0; y < 2 ** zoom; y++) expect(tiles.of({ zoom, x, y }).towns.length).to.be.at.most(96);
    }
  });
});
