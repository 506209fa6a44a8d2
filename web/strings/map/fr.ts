import type { MapStrings } from './en.ts';

function photos(count: number): string {
  return count < 2 ? `${count} photo` : `${count.toLocaleString('fr')} photos`;
}

export const map: MapStrings = {
  nearer: 'Zoom avant',
  further: 'Zoom arrière',
  showAll: 'Afficher toutes les photos',
  keys: 'Les flèches déplacent la carte, plus et moins règlent le zoom. La liste à côté indique ce qui s’y trouve.',
  named: (names) => `Sur la carte : ${names}`,
  beyond: (town, distance) => `${town} · ${distance}`,
  inView: 'Dans cette partie de la carte',
  inViewCount: (count) => photos(count),
  photos: 'Photos',
  places: 'Lieux',
  picked: 'Photos prises ici',
  nothingInView: 'Aucune photo ici',
  nothingInViewBody: 'Déplacez la carte, dézoomez ou affichez toutes les photos.',
  nothingInYears: 'Aucune photo de ces années ici',
  years: 'Années',
  yearsFrom: 'De',
  yearsTo: 'à',
  allYears: 'Toutes les années',
};
