import type { FrameStrings } from './en.ts';

export const frame: FrameStrings = {
  description: 'Vos photos, sur votre propre serveur',
  account: (name) => `Votre compte : ${name}`,
  roles: { read: 'Lecteur', write: 'Éditeur', admin: 'Administrateur' },
  theme: 'Thème',
  themes: { system: 'Automatique', light: 'Clair', dark: 'Sombre' },
  language: 'Langue',
  allPages: 'Toutes les pages',
  scrollBack: 'Retour',
  scrollOn: 'Suite',
  reading: {
    title: 'Lecture de votre bibliothèque',
    photos: (done, total) => `${done} photos sur ${total}`,
    atLeast: (done, total) => `${done} photos pour l’instant, sur ${total} au moins`,
    understanding: (done, total) => `Recherche des personnes et des choses : ${done} photos sur ${total}`,
    meanwhile:
      'Parcourez-la déjà : les photos apparaissent dès qu’elles sont lues. Personnes, lieux et recherche se complètent peu à peu.',
  },
  welcome: {
    title: 'Bienvenue dans Photofinch',
    reading: 'Vos premières photos apparaissent ici dans un instant.',
    waiting:
      'Dès que votre stockage contient des photos, elles apparaissent ici. Photofinch vérifie toutes les quelques minutes.',
    away: 'Photofinch ne peut pas joindre votre stockage de photos pour le moment. Vos photos apparaîtront ici dès que possible.',
    checks: 'Voir le problème',
    help: 'Ce que vous pouvez faire ici',
  },
  modelsByAdmin:
    'Un administrateur peut installer des modèles ; la recherche comprend alors ce que montrent les photos.',
  day: {
    title: (day) => `Ce jour-là, ${day}`,
    before: 'La veille',
    after: 'Le lendemain',
    choose: 'Un autre jour',
    today: 'Aujourd’hui',
    none: 'Aucune photo n’a été prise ce jour-là, quelle que soit l’année.',
  },
};
