/**
 * What towns are called in German today, where that differs from their name in the index; names that are used of former
 * times only are left out. See `readTownTable`.
 */
export const germanTowns = `
AE Sharjah=Schardscha
AM Yerevan=Jerewan
AT Vienna=Wien
BE Brugge=Brügge, Brussels=Brüssel, Ieper=Ypern, Leuven=Löwen, Liège=Lüttich, Mechelen=Mecheln, Ostend=Ostende
BE Saint-Vith=St. Vith
BG Plovdiv=Plowdiw, Ruse=Russe, Stara Zagora=Stara Sagora, Varna=Warna, Veliko Tŭrnovo=Weliko Tarnowo
CH Biel/Bienne=Biel, Delémont=Delsberg, *Fribourg=Freiburg, Genève=Genf, Gruyères=Greyerz, Murten/Morat=Murten
CH Neuchâtel=Neuenburg, Porrentruy=Pruntrut, Sankt Gallen=St. Gallen, Sierre=Siders
CL Santiago=Santiago de Chile
CN Beijing=Peking
CU Havana=Havanna
CY Larnaca=Larnaka, Nicosia=Nikosia
CZ Brno=Brünn, Františkovy Lázně=Franzensbad, Karlovy Vary=Karlsbad, Mariánské Lázně=Marienbad, Olomouc=Olmütz
CZ Prague=Prag, Terezín=Theresienstadt, Znojmo=Znaim, České Budějovice=Budweis, Český Krumlov=Krumau
DE Marburg an der Lahn=Marburg, Munich=München
DJ Djibouti=Dschibuti
DK Copenhagen=Kopenhagen, Århus=Aarhus
DZ Algiers=Algier
EG Al Fayyūm=Fayyum, Al ‘Alamayn=El Alamein, Aswan=Assuan, Cairo=Kairo, Giza=Gizeh, Sharm el-Sheikh=Scharm El-Scheich
EG Suez=Sues
ES *Cadiz=Cádiz, Donostia / San Sebastián=San Sebastián, Gasteiz / Vitoria=Vitoria-Gasteiz, Zaragoza=Saragossa
ET Addis Ababa=Addis Abeba
FR Dunkerque=Dünkirchen, Mulhouse=Mülhausen, Nice=Nizza, Strasbourg=Straßburg
GE Tbilisi=Tiflis
GG Saint Peter Port=St. Peter Port
GR Athens=Athen, Chalkída=Chalkida, Chaniá=Chania, Corfu=Korfu, Firá=Fira, Ioánnina=Ioannina, Irákleion=Heraklion
GR Kavála=Kavala, Kórinthos=Korinth, Lárisa=Larisa, Náfplio=Nafplio, Piraeus=Piräus, Pátra=Patras, Ródos=Rhodos
GR *Spárti=Sparta, Thessaloníki=Thessaloniki, Thívai=Theben, Trípoli=Tripoli, Árgos=Argos
GT Guatemala City=Guatemala-Stadt
HK Hong Kong=Hongkong
IL Acre=Akko, Beersheba=Beerscheba
IN Bengaluru=Bangalore, Kolkata=Kalkutta, New Delhi=Neu-Delhi
IQ Baghdad=Bagdad, Basrah=Basra, Karbala=Kerbela, Mosul=Mossul
IR Mashhad=Maschhad, Qom=Ghom, Shiraz=Schiras, Tabriz=Täbris, Tehran=Teheran
IT Bolzano=Bozen, Bressanone=Brixen, Brunico=Bruneck, Caldaro sulla Strada del Vino=Kaltern
IT Campo Tures=Sand in Taufers, Chiusa=Klausen, Dobbiaco=Toblach, Egna=Neumarkt, Florence=Florenz, Genoa=Genua
IT Glorenza=Glurns, Gorizia=Görz, Laces=Latsch, Lagundo=Algund, Laives=Leifers, Malles Venosta=Mals, Mantova=Mantua
IT Marlengo=Marling, Merano=Meran, Milan=Mailand, Naples=Neapel, Naturno=Naturns, Ora=Auer, Ortisei=St. Ulrich
IT Padova=Padua, Pompei=Pompeji, Renon - Ritten=Ritten, Rome=Rom, Salorno=Salurn, San Candido=Innichen
IT Scena - Schenna=Schenna, Silandro=Schlanders, Siracusa=Syrakus, Sorrento=Sorrent, Taranto=Tarent, Tarvisio=Tarvis
IT Termeno=Tramin, Tirolo=Dorf Tirol, Trento=Trient, Trieste=Triest, Valle Aurina - Ahrntal=Ahrntal, Venice=Venedig
IT Vipiteno=Sterzing
JE Saint Helier=St. Helier
JO Aqaba=Akaba
JP Tokyo=Tokio
KG Bishkek=Bischkek
KP Pyongyang=Pjöngjang
KW Kuwait City=Kuwait-Stadt
LB Jbaïl=Byblos
LU Differdange=Differdingen, Dudelange=Düdelingen, Esch-sur-Alzette=Esch an der Alzette, Ettelbruck=Ettelbrück
LU Luxembourg=Luxemburg
LY Benghazi=Bengasi, Tripoli=Tripolis
MA Marrakesh=Marrakesch, Sale=Salé, Tangier=Tanger
MM Nay Pyi Taw=Naypyidaw, Yangon=Rangun
MV Male=Malé
MX Mexico City=Mexiko-Stadt
NL Nijmegen=Nimwegen, The Hague=Den Haag
OM Muscat=Maskat
PA Panamá=Panama-Stadt
PK Karachi=Karatschi, Peshawar=Peschawar
PL Częstochowa=Tschenstochau, Gdańsk=Danzig, Katowice=Kattowitz, Kołobrzeg=Kolberg, Kraków=Krakau, Opole=Oppeln
PL Poznań=Posen, Sopot=Zoppot, Szczecin=Stettin, Toruń=Thorn, Warsaw=Warschau, Wrocław=Breslau, Łódź=Lodz
PL Świnoujście=Swinemünde
PT Lisbon=Lissabon
RO Braşov=Kronstadt, Bucharest=Bukarest, Cluj-Napoca=Klausenburg, Mediaş=Mediasch, Sibiu=Hermannstadt
RO Sighișoara=Schäßburg, Timişoara=Temeswar
RS Belgrade=Belgrad, Niš=Nisch
RU Arkhangel’sk=Archangelsk, Astrakhan=Astrachan, Chelyabinsk=Tscheljabinsk, Groznyy=Grosny, Kazan=Kasan
RU Khabarovsk=Chabarowsk, Krasnoyarsk=Krasnojarsk, Makhachkala=Machatschkala, Moscow=Moskau
RU Nizhniy Novgorod=Nischni Nowgorod, Novosibirsk=Nowosibirsk, Pskov=Pskow, Rostov-na-Donu=Rostow am Don
RU Saint Petersburg=Sankt Petersburg, Saratov=Saratow, Sochi=Sotschi, Suzdal’=Susdal, Tver=Twer, Tyumen=Tjumen
RU Velikiy Novgorod=Weliki Nowgorod, Vladimir=Wladimir, Vladivostok=Wladiwostok, Volgograd=Wolgograd
RU Voronezh=Woronesch, Yakutsk=Jakutsk, Yaroslavl=Jaroslawl, Yekaterinburg=Jekaterinburg
SA Jeddah=Dschidda, Mecca=Mekka, Riyadh=Riad
SD Khartoum=Khartum
SG Singapore=Singapur
SO Mogadishu=Mogadischu
SY Damascus=Damaskus, Tadmur=Palmyra
TJ Dushanbe=Duschanbe
TM Ashgabat=Aschgabat
TN Bizerte=Bizerta
TW Taipei=Taipeh
TZ Dar es Salaam=Daressalam, Zanzibar=Sansibar
UA Chernihiv=Tschernihiw, Chernivtsi=Czernowitz, Donetsk=Donezk, Ivano-Frankivsk=Iwano-Frankiwsk, Kharkiv=Charkiw
UA Kherson=Cherson, Kyiv=Kiew, Lviv=Lemberg, Mykolayiv=Mykolajiw, Odesa=Odessa, Poltava=Poltawa, Sevastopol=Sewastopol
UA Yalta=Jalta, Zaporizhia=Saporischschja
US New York City=New York
UZ Bukhara=Buchara, Tashkent=Taschkent
VA Vatican City=Vatikanstadt
VN Ho Chi Minh City=Ho-Chi-Minh-Stadt
ZA Cape Town=Kapstadt
`;
