import type { EncryptionStrings } from './en.ts';

/** Français. */
export const encryption: EncryptionStrings = {
  title: 'Chiffrement',
  offHint:
    'Cette photothèque n’est pas chiffrée : toute personne qui a le disque de ce serveur ou une sauvegarde peut lire les noms, les visages, les lieux et les légendes, et voir chaque photo en petit. Une fois chiffrée, elle ne révèle que son volume et la date des changements.',
  onHint:
    'Cette photothèque est chiffrée : une personne qui a le disque de ce serveur ou une sauvegarde n’apprend que son volume et la date des changements. Tant qu’elle est déverrouillée, une personne qui contrôle le serveur en marche peut toujours tout lire.',
  erasedHint:
    'Quand une photothèque est chiffrée, ses anciens fichiers sont écrasés. Un SSD, ou un système de fichiers qui copie à l’écriture, peut malgré tout garder d’anciennes données quelque temps. Les sauvegardes faites ailleurs auparavant restent lisibles : supprimez-les.',
  passphrase: 'Phrase secrète',
  passphraseHint: (minLength: string) =>
    `Au moins ${minLength} caractères. Plusieurs mots se retiennent plus facilement.`,
  ownPassword: 'Votre mot de passe',
  ownPasswordHint: 'Celui de votre compte, pour confirmer.',
  repeat: 'Répétez la phrase secrète',
  differ: 'Les deux phrases secrètes ne correspondent pas.',
  show: 'Afficher',
  hide: 'Masquer',
  check: 'Chiffrer cette photothèque',
  checkHint:
    'Un disque volé ne révèle alors que le volume de la photothèque et la date des changements. Après chaque redémarrage, quelqu’un doit saisir la phrase secrète ; sans elle ni la clé de secours, personne ne peut ouvrir la photothèque.',
  turnOn: 'Chiffrer cette photothèque',
  turnOnTitle: 'Activer le chiffrement',
  turnOnHint:
    'Vous recevez d’abord une clé de secours. Puis la photothèque est fermée pour tous jusqu’à ce qu’elle soit chiffrée. Elle se rouvre ensuite automatiquement. Après chaque redémarrage, quelqu’un doit saisir la phrase secrète. Les anciens fichiers sont écrasés, mais un SSD peut en garder des traces quelque temps. Pour en être sûr, partez d’un dossier de données vide et chiffrez-le d’emblée.',
  recovery: {
    title: 'Votre clé de secours',
    body: 'Elle ouvre la photothèque quand la phrase secrète est oubliée, et restaure une sauvegarde sur une autre machine. Elle n’est affichée que maintenant et n’est conservée nulle part : notez-la ou imprimez-la, et gardez-la loin de ce serveur.',
    of: (address: string) => `Photofinch sur ${address}`,
    copy: 'Copier',
    print: 'Imprimer',
    kept: 'Je l’ai notée',
    goOn: 'Continuer',
  },
  plain: 'Non chiffré',
  plainHint:
    'Ces fichiers n’ont pas pu être chiffrés : d’anciennes copies de la photothèque ou des fichiers de plugins. Une personne qui a le disque peut les lire. Supprimez-les sur le serveur si personne n’en a besoin.',
  morePlain: (more) => `Et ${more} de plus.`,
  keys: 'Clés de cette photothèque',
  keysHint: 'Une seule de ces clés suffit pour ouvrir la photothèque.',
  kinds: { passphrase: 'Phrase secrète', key_file: 'Fichier de clé', recovery: 'Clé de secours' },
  addPassphrase: 'Ajouter une phrase secrète',
  addPassphraseTitle: 'Autre phrase secrète',
  name: 'Nom',
  nameHint: 'Par exemple, où vous la gardez. Ce nom n’est pas chiffré.',
  newRecoveryKey: 'Nouvelle clé de secours',
  newRecoveryKeyBody:
    'Une nouvelle clé, affichée une seule fois. L’actuelle ne vaudra plus que pour les sauvegardes déjà faites.',
  makeRecoveryKey: 'En créer une',
  full: (limit: string) => `Il y a déjà ${limit} clés, et plus de place. Retirez-en d’abord une.`,
  add: 'Ajouter',
  added: 'La phrase secrète est ajoutée',
  change: 'Modifier',
  changeOf: (name: string) => `Modifier ${name}`,
  changed: 'La phrase secrète est modifiée',
  save: 'Enregistrer',
  remove: 'Retirer',
  removeOf: (name: string) => `Retirer ${name}`,
  removeBody:
    'Elle n’ouvrira plus la photothèque. Les copies du dossier de données et les sauvegardes faites avant l’acceptent toujours.',
  removed: 'La clé est retirée',
  last: 'C’est la seule clé restante, elle ne peut donc pas être retirée.',
  lock: 'Verrouiller',
  lockHint:
    'Ferme la photothèque aussitôt, pour tous. Quelqu’un doit la déverrouiller avant qu’on puisse y revoir quoi que ce soit.',
  opensItself: 'Un fichier de clé ouvre cette photothèque à chaque démarrage du serveur.',
  lockNow: 'Verrouiller maintenant',
  lockTitle: 'Verrouiller la photothèque ?',
  lockBody: 'Tous sont interrompus, et la lecture des photos s’arrête jusqu’à ce que quelqu’un la déverrouille.',
  commands: 'Dans le terminal',
  commandsHint: 'Ces commandes s’exécutent sur le serveur.',
  decrypt: 'Déchiffrer la photothèque',
  addKeyFile: 'Déverrouiller avec un fichier de clé',
  refusals: {
    library_locked: 'La photothèque est verrouillée. Rechargez la page pour la déverrouiller.',
    wrong_unlock_key: 'Cela ne déverrouille pas la photothèque. Vérifiez la saisie, puis réessayez.',
    already_encrypted: 'Cette photothèque est déjà chiffrée.',
    not_encrypted: 'Cette photothèque n’est pas chiffrée.',
    last_key:
      'C’est la dernière clé. Sans elle, rien ne pourrait plus déverrouiller la photothèque. Ajoutez-en d’abord une autre.',
    too_many_keys: 'Une photothèque peut avoir jusqu’à 12 clés. Retirez-en d’abord une.',
    no_such_key: 'Cette clé n’existe plus.',
    passphrase_too_short:
      'Choisissez une phrase secrète d’au moins 12 caractères. Plusieurs mots se retiennent plus facilement.',
    keyring_changed:
      'Quelqu’un qui n’a pas de clé a modifié le fichier keyring.json sur le serveur. Reprenez-le d’une copie : chaque sauvegarde en a une dans le fichier .json qui l’accompagne.',
    keyring_missing:
      'Le fichier keyring.json manque sur le serveur, et rien n’ouvre la photothèque sans lui. Reprenez-le d’une copie : chaque sauvegarde en a une dans le fichier .json qui l’accompagne.',
    keyring_damaged:
      'Le fichier keyring.json sur le serveur est endommagé, et rien n’ouvre la photothèque sans lui. Reprenez-le d’une copie : chaque sauvegarde en a une dans le fichier .json qui l’accompagne.',
  },
};
