import type { UnlockStrings } from './en.ts';

/** Français. */
export const unlock: UnlockStrings = {
  title: 'Cette photothèque est verrouillée',
  intro: 'Tout ce que Photofinch sait de ces photos est chiffré.',
  passphrase: 'Phrase secrète',
  recoveryKey: 'Clé de secours',
  recoveryHint: 'Neuf groupes de quatre lettres et chiffres, avec ou sans tirets.',
  show: 'Afficher',
  hide: 'Masquer',
  open: 'Déverrouiller',
  checking: 'Vérification…',
  useRecoveryKey: 'Utiliser plutôt la clé de secours',
  usePassphrase: 'Utiliser plutôt la phrase secrète',
  wrong: {
    passphrase: 'Cette phrase secrète est incorrecte.',
    recovery_key: 'Cette clé de secours est incorrecte. Comparez-la à votre copie, caractère par caractère.',
  },
  tooOften: (minutes: number) =>
    `Trop d’échecs. Réessayez dans ${minutes < 2 ? 'une minute' : `${minutes.toLocaleString('fr')} minutes`}.`,
  soon: 'Trop de demandes à la fois. Réessayez dans un instant.',
  keyring: {
    keyring_changed:
      'Quelqu’un qui n’a pas de clé a modifié le fichier keyring.json. Demandez à la personne qui s’occupe du serveur de le reprendre d’une copie : chaque sauvegarde en a une dans le fichier .json qui l’accompagne.',
    keyring_missing:
      'Le fichier keyring.json manque, et rien n’ouvre la photothèque sans lui. Demandez à la personne qui s’occupe du serveur de le reprendre d’une copie : chaque sauvegarde en a une dans le fichier .json qui l’accompagne.',
    keyring_damaged:
      'Le fichier keyring.json est endommagé, et rien n’ouvre la photothèque sans lui. Demandez à la personne qui s’occupe du serveur de le reprendre d’une copie : chaque sauvegarde en a une dans le fichier .json qui l’accompagne.',
  },
  lostBoth: 'Vous avez perdu les deux ?',
  lostBothBody:
    'Alors plus personne ne peut ouvrir cette photothèque, pas même ceux qui développent Photofinch. Vos photos sont en sécurité : elles restent dans votre stockage de photos, comme avant. Avec un dossier de données vide, vous pouvez en faire une nouvelle photothèque. Les noms, albums et mots-clés créés ici sont perdus.',
  notYours: 'Ce n’est pas votre serveur ? Demandez à la personne qui s’en occupe.',
  opening: 'Ouverture de votre photothèque…',
  converting: {
    encrypted: { title: 'Chiffrement de votre photothèque', share: (percent: string) => `${percent} chiffrés` },
    plain: { title: 'Déchiffrement de votre photothèque', share: (percent: string) => `${percent} déchiffrés` },
  },
  convertingBody: 'Vous pouvez fermer cette page. Ensuite, la photothèque s’ouvrira automatiquement.',
  erasedHint: 'Les anciens fichiers sont écrasés. Un SSD peut malgré tout en garder des traces quelque temps.',
  lost: 'Le serveur est injoignable. Nouvelle tentative…',
  status: (status: number) => `Le serveur a répondu avec le code ${status}.`,
};
