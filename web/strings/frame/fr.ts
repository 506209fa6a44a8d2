import type { FrameStrings } from './en.ts';

export const frame: FrameStrings = {
  description: 'Vos photos, sur votre propre serveur',
  account: (name) => `Votre compte : ${name}`,
  roles: { read: 'Lecteur', write: 'Éditeur', admin: 'Administrateur' },
  theme: 'Thème',
  themes: { system: 'Automatique', light: 'Clair', dark: 'Sombre' },
  language: 'Langue',
  allPages: 'Toutes les pages',
  scrollBack: 'Retour',
  scrollOn: 'Suite',
  reading: {
    title: 'Lecture de votre photothèque',
    photos: (done, total) => `Photos lues : ${done} sur ${total}`,
    atLeast: (done, total) => `Photos lues : ${done} pour l’instant, sur ${total} au moins`,
    understanding: (done, total) => `Recherche des personnes et des choses : ${done} sur ${total} photos`,
    meanwhile:
      'Vous pouvez déjà la parcourir : les photos apparaissent dès qu’elles sont lues. Les personnes, les lieux et la recherche suivent peu à peu.',
  },
  welcome: {
    title: 'Bienvenue dans Photofinch',
    looking: 'Photofinch cherche des photos dans votre stockage. Elles apparaissent ici dès qu’elles sont lues.',
    reading: 'Vos premières photos apparaissent ici dans un instant.',
    waiting: 'Dès que votre stockage contient des photos, elles apparaissent ici. Photofinch vérifie régulièrement.',
    away: 'Photofinch ne peut pas joindre votre stockage de photos pour le moment. Vos photos apparaîtront ici dès que possible.',
    checks: 'Voir le problème',
    help: 'Découvrir ce que vous pouvez faire ici',
  },
  modelsByAdmin:
    'Un administrateur peut installer des modèles ; la recherche comprend alors ce que montrent les photos.',
  day: {
    title: (day) => `Ce jour-là, ${day}`,
    before: 'La veille',
    after: 'Le lendemain',
    choose: 'Un autre jour',
    today: 'Aujourd’hui',
    none: 'Aucune photo de ce jour, toutes années confondues.',
  },
};
