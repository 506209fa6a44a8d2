import type { refusals as english } from './en.ts';

const busy = 'Le serveur est occupé. Réessayez dans un instant.';
const storeAway = 'Le stockage de photos est injoignable pour le moment. Réessayez plus tard.';

export const refusals: typeof english = {
  kinds: {
    bad_input: 'Le serveur n’a pas accepté la demande. Vérifiez votre saisie.',
    unauthenticated: 'Connectez-vous d’abord.',
    forbidden: 'Ce n’est pas autorisé depuis cette page. Rechargez-la.',
    not_found: 'Cet élément n’existe plus.',
    conflict: 'C’est incompatible avec ce qui existe déjà. Rechargez la page.',
    too_large: 'C’est trop volumineux pour être envoyé.',
    not_an_image: 'Ce type de fichier n’est pas accepté ici.',
    bad_range: 'La photo n’a pas cette partie.',
    too_many_attempts: ({ retryAfter }) => {
      if (retryAfter === null) return 'Trop de demandes à la fois. Réessayez dans un instant.';
      const minutes = Math.ceil(retryAfter / 60);
      return `Trop d’échecs. Réessayez dans ${minutes < 2 ? 'une minute' : `${minutes} minutes`}.`;
    },
    source_answered_wrongly: storeAway,
    source_unavailable: storeAway,
    source_timeout: 'Le stockage de photos a mis trop de temps. Réessayez plus tard.',
    not_ready: ({ retryAfter }) =>
      retryAfter === null ? 'Ce n’est pas possible pour le moment. Réessayez plus tard.' : busy,
    too_slow: 'Votre connexion était trop lente. Réessayez.',
    unforeseen: 'Une erreur est survenue sur le serveur. Les administrateurs en sauront plus dans son journal.',

    wrong_sign_in: 'Le nom d’utilisateur ou le mot de passe est incorrect.',
    wrong_code: 'Le code est incorrect ou a déjà servi. Saisissez celui que votre application affiche maintenant.',
    sign_in_over: 'La connexion a pris trop de temps ou a été annulée. Recommencez avec votre mot de passe.',
    second_factor_missing:
      'Votre code ne peut pas être vérifié : le plugin de la validation en deux étapes n’est pas chargé. Demandez à un administrateur de le charger, ou de désactiver la validation en deux étapes pour vous (photofinch --disable-2fa <nom d’utilisateur>). Le journal du serveur indique le plugin.',
    codes_lost:
      'La clé secrète du serveur a changé : les codes de votre application ne fonctionnent plus. Utilisez un code de secours, ou demandez à un administrateur de désactiver la validation en deux étapes pour vous (photofinch --disable-2fa <nom d’utilisateur>).',
    second_factor_silent:
      'Le plugin de cette deuxième étape ne répond pas. Réessayez plus tard, ou utilisez une autre méthode si vous en avez une.',
    no_such_factor: 'Cette deuxième étape n’est plus configurée pour vous. Recommencez avec votre mot de passe.',
    link_spent:
      'Ce lien ou ce code ne fonctionne pas : il a déjà servi, est trop ancien ou contient une faute. Connectez-vous avec votre mot de passe, ou relancez « photofinch open » pour un nouveau lien.',
    not_linked:
      'Ce compte n’est pas encore lié à un compte d’ici. Connectez-vous avec votre mot de passe, puis liez-le dans les réglages.',
    linked_elsewhere: 'Ce compte est déjà lié à quelqu’un d’autre ici.',
    account_disabled: 'Votre compte est verrouillé. Demandez à un administrateur de le déverrouiller.',
    setup_over: 'Cette photothèque a déjà son premier compte. Connectez-vous.',
    bad_time_zone: 'Ce n’est pas un fuseau horaire. Essayez par exemple Europe/Paris.',
    wrong_password: 'Le mot de passe actuel est incorrect.',
    password_needed: 'Saisissez votre mot de passe actuel, et un code si vous utilisez la validation en deux étapes.',
    password_too_short: 'Choisissez un mot de passe d’au moins 8 caractères.',
    password_too_long: 'Choisissez un mot de passe d’au plus 72 caractères. Les lettres accentuées comptent double.',
    common_password: 'Beaucoup de gens utilisent ce mot de passe : il est facile à deviner. Choisissez-en un autre.',
    role_too_low: 'Votre rôle ne le permet pas. Un administrateur peut le changer.',

    bad_username: 'Un nom d’utilisateur compte 1 à 64 caractères : a à z, 0 à 9, point, tiret et tiret bas.',
    username_taken: 'Ce nom d’utilisateur est déjà pris. Choisissez-en un autre.',

    bad_name: 'Un nom compte 1 à 100 caractères.',
    bad_capture_time: 'Cette date n’est pas possible. Choisissez-en une entre 1826 et aujourd’hui.',
    bad_tag: 'Un mot-clé compte 1 à 64 caractères.',
    too_many_tags: 'Une photo peut avoir jusqu’à 100 mots-clés.',
    no_such_photo: 'Photo introuvable. Elle a peut-être été supprimée de votre stockage. Sinon, vérifiez le lien.',
    no_such_person: 'Cette personne n’existe plus. Elle a peut-être été fusionnée avec une autre.',
    no_such_face: 'Ce visage n’existe plus. Sa photo a peut-être été relue.',
    no_such_album: 'Cet album n’existe plus.',
    no_such_folder: 'Ce dossier n’existe plus, ou il ne contient aucune photo.',
    store_album: 'Cet album appartient à votre stockage de photos. Modifiez-le là-bas.',
    smart_album: 'Cet album trouve ses photos automatiquement. Modifiez plutôt ce qu’il cherche.',
    no_such_merge:
      'Vous ne pouvez plus annuler : c’est trop ancien, c’est déjà annulé, ou l’autre personne n’existe plus.',
    merged_since:
      'L’une des deux a été fusionnée à nouveau depuis. Annulez d’abord cette fusion, sous « Fusions récentes ».',
    same_person: 'C’est déjà la même personne.',
    name_changed: 'Le nom de cette personne a été modifié depuis. Cette modification est conservée.',
    name_held: 'Quelqu’un d’autre porte maintenant l’ancien nom. Le nouveau nom est conservé.',
    too_many_downloads: 'Trop de téléchargements sont en cours. Réessayez quand l’un d’eux sera terminé.',
    download_link_spent: 'Ce lien de téléchargement a expiré. Relancez le téléchargement.',
    no_such_step: 'Il n’y a plus rien à annuler.',
    no_such_stack: 'Cette pile n’existe plus.',
    stack_changed: 'La pile a été modifiée depuis. Annulez d’abord cette modification.',
    bad_stack: 'Ces photos ne forment pas une pile. Choisissez-en au moins deux.',

    no_ffmpeg:
      'Impossible de convertir cette vidéo : ffmpeg n’est pas installé sur le serveur. Un administrateur peut l’installer.',
    broken_video: 'Cette vidéo est endommagée, ou d’un type qui ne peut pas être converti. Téléchargez l’original.',

    sharing_off: 'Le partage par lien est désactivé. Un administrateur peut l’activer.',
    no_such_share: 'Ce lien n’existe plus.',
    no_download: 'Ce lien permet seulement de regarder.',

    not_a_picture: 'Ce n’est pas une image, ou elle est endommagée. Choisissez un fichier JPEG, PNG, WebP ou HEIC.',
    picture_too_large: 'Cette image est trop grande. La limite est de 20 Mio et 100 mégapixels.',
    upload_cut_off: 'L’image n’est pas arrivée en entier. Réessayez.',
    no_face_models: 'Aucun modèle pour les visages n’est installé. Un administrateur peut en installer.',
  },
  noFaceFound: 'Aucun visage trouvé sur cette image',
  noFaceFoundBody: 'Essayez avec une image où le visage est plus grand, ou vu de face.',
  notLookedThrough: 'Aucun visage n’a encore été cherché dans vos photos',
  notLookedThroughBody: 'Cela se fait pendant la lecture des photos. Réessayez plus tard.',
  status: (status: number) => `Le serveur a répondu avec le code ${status}.`,
};
