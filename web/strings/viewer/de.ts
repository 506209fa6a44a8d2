import type { ViewerStrings } from './en.ts';

/** Deutsch. */
export const viewer: ViewerStrings = {
  position: (at, total) => `${at} von ${total}`,
  filmstrip: 'Fotos davor und danach',
  moreActions: 'Weitere Aktionen',
  keepZoom: 'Zoom beim Blättern behalten',
  zoomKept: (isOn) => (isOn ? 'Der Zoom bleibt beim Blättern' : 'Jedes Foto erscheint wieder ganz'),
  pause: 'Pause',
  play: 'Abspielen',
  slideControls: 'Diashow',
  pace: 'Zeit pro Foto',
  seconds: (count) => `${count} s`,
  faults: {
    incomplete: 'Ein Teil des Bildes fehlt',
    damaged: 'Die Datei ist beschädigt',
    empty: 'Die Datei ist leer',
    unsupported: 'Diese Dateiart lässt sich noch nicht anzeigen',
    too_large: 'Das Bild ist zu groß, um hier gelesen zu werden',
    unreadable: 'Die Datei lässt sich gerade nicht lesen',
    away: 'Die Datei ist nicht mehr in deinem Fotospeicher',
    no_preview: 'Keine Vorschau in dieser Datei',
    unread: 'Noch nicht gelesen, ohne Vorschau',
  },
  examined: {
    thumbnail: 'Bisher ist nur die Vorschau eingelesen',
    head: 'Bisher sind nur die Vorschau und die Angaben in der Datei eingelesen',
  },
  faultAdvice: 'Das Original kannst du trotzdem herunterladen.',
  incompleteAdvice: 'Du siehst, was lesbar war. Eine unbeschädigte Kopie der Datei in deinem Fotospeicher behebt das.',
  awayAdvice: 'Kommt sie zurück, erscheint sie hier wieder.',
  notShown: 'Dieses Foto lässt sich nicht anzeigen',
  downloadOriginal: 'Original herunterladen',
  tryFile: 'Erneut versuchen',
  tryingFile: 'Die Datei wird noch einmal gelesen …',
  stillBad: 'Die Datei lässt sich immer noch nicht lesen',
  originalOnly: 'Das Original lässt sich gerade nicht laden',
  storeAway:
    'Das Original lässt sich gerade nicht laden: Der Fotospeicher ist nicht erreichbar. Es erscheint hier, sobald er wieder da ist.',
};
