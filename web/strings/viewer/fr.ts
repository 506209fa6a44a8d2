import type { ViewerStrings } from './en.ts';

/** Français. */
export const viewer: ViewerStrings = {
  position: (at, total) => `${at} sur ${total}`,
  filmstrip: 'Photos avant et après',
  moreActions: 'Autres actions',
  keepZoom: 'Garder le zoom d’une photo à l’autre',
  zoomKept: (isOn) => (isOn ? 'Le zoom reste d’une photo à l’autre' : 'Chaque photo s’affiche de nouveau en entier'),
  pause: 'Pause',
  play: 'Lecture',
  slideControls: 'Diaporama',
  pace: 'Durée par photo',
  seconds: (count) => `${count} s`,
  faults: {
    incomplete: 'Il manque une partie de l’image',
    damaged: 'Le fichier est endommagé',
    empty: 'Le fichier est vide',
    unsupported: 'Ce type de fichier ne peut pas encore être affiché',
    too_large: 'L’image est trop grande pour être lue ici',
    unreadable: 'Le fichier ne peut pas être lu pour le moment',
    away: 'Le fichier n’est plus dans votre stockage de photos',
    no_preview: 'Pas d’aperçu dans ce fichier',
    unread: 'Pas encore lu, sans aperçu',
  },
  examined: {
    thumbnail: 'Pour l’instant, seul l’aperçu a été lu',
    head: 'Pour l’instant, seuls l’aperçu et les informations du fichier ont été lus',
  },
  faultAdvice: 'Vous pouvez quand même télécharger l’original.',
  incompleteAdvice:
    'Vous voyez ce qui a pu être lu. Remettez une copie intacte du fichier dans votre stockage de photos pour y remédier.',
  awayAdvice: 'S’il revient, il réapparaîtra ici.',
  notShown: 'Cette photo ne peut pas être affichée',
  downloadOriginal: 'Télécharger l’original',
  tryFile: 'Réessayer',
  tryingFile: 'Nouvelle lecture du fichier…',
  stillBad: 'Le fichier reste illisible',
  originalOnly: 'L’original ne peut pas être chargé pour le moment',
  storeAway:
    'L’original ne peut pas être chargé : le stockage de photos est injoignable. Il s’affichera ici dès son retour.',
};
