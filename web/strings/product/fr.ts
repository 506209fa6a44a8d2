import type { ProductStrings } from './en.ts';

export const product: ProductStrings = {
  title: 'Ce que Photofinch fait pour vous',
  intro:
    'Toutes vos photos et vidéos au même endroit, sur votre propre serveur. Photofinch trouve qui y figure, où elles ont été prises et ce qu’elles montrent, pour que vous les retrouviez.',
  topics: {
    timeline: {
      title: 'Toutes les photos, les plus récentes d’abord',
      body: 'Faites défiler, glissez le long des mois sur le bord, ou allez à un jour dans le calendrier. Ouvrez une photo pour voir sa date, son lieu et qui y figure.',
    },
    search: {
      title: 'Cherchez avec vos mots',
      body: 'Saisissez un nom, un lieu, un mois ou ce que montre la photo, seuls ou ensemble : « Anna plage 2023 ».',
    },
    people: {
      title: 'Personnes',
      body: 'Photofinch regroupe les visages qui se ressemblent. Nommez une personne une seule fois, et vous retrouvez toutes ses photos.',
    },
    map: {
      title: 'Carte et lieux',
      body: 'Les photos avec un lieu sont sur la carte et classées par ville. La carte aussi vient de votre serveur.',
    },
    memories: {
      title: 'Ce jour-là',
      body: 'Ce que vous avez photographié ce jour-là, d’autres années. Vous pouvez aller à n’importe quel autre jour.',
    },
    albums: {
      title: 'Albums, mots-clés et favoris',
      body: 'Les albums viennent de votre stockage ou sont créés ici ; les albums intelligents se remplissent automatiquement. Marquez d’un cœur ce qui vous plaît, et ajoutez des mots-clés pour retrouver vos photos.',
    },
    archive: {
      title: 'Archives et photos masquées',
      body: 'Archivez les photos que vous ne voulez pas voir parmi les autres, des reçus par exemple. Seuls les éditeurs voient les photos masquées.',
    },
  },
  where: 'Où restent vos photos',
  whereBody:
    'Les originaux restent tels quels dans votre stockage : Photofinch ne fait que les lire. Noms, mots-clés, favoris et tout ce que vous faites ici sont conservés sur le serveur et dans ses sauvegardes.',
  stolen: 'Si le serveur est volé',
  stolenBody:
    'La photothèque peut être chiffrée sur le disque du serveur et dans ses sauvegardes : un disque volé ne révèle alors que son volume et la date des changements. Un administrateur l’active, et conserve la phrase secrète et la clé de secours.',
  role: (name, role) => `Votre compte : ${name}. ${role}.`,
  install: 'En application',
  installBody:
    'Votre navigateur peut installer Photofinch : cherchez « Installer » ou « Ajouter à l’écran d’accueil » dans son menu. Aucune photo n’est conservée sur l’appareil.',
};
