/**
 * What towns are called in French today, where that differs from their name in the index; names that are used of former
 * times only are left out. See `readTownTable`.
 */
export const frenchTowns = `
AD Andorra la Vella=Andorre-la-Vieille
AE Abu Dhabi=Abou Dabi, Dubai=Dubaï, Sharjah=Charjah
AF Kabul=Kaboul
AM Yerevan=Erevan
AT Salzburg=Salzbourg, Vienna=Vienne
AZ Baku=Bakou
BD Dhaka=Dacca
BE Aalst=Alost, Antwerpen=Anvers, Brugge=Bruges, Brussels=Bruxelles, Dendermonde=Termonde, Diksmuide=Dixmude
BE Gent=Gand, Geraardsbergen=Grammont, Halle=Hal, Ieper=Ypres, Kortrijk=Courtrai, Leuven=Louvain, Lier=Lierre
BE Mechelen=Malines, Menen=Menin, Nieuwpoort=Nieuport, Ostend=Ostende, Oudenaarde=Audenarde, Poperinge=Poperinghe
BE Roeselare=Roulers, Ronse=Renaix, Sint-Niklaas=Saint-Nicolas, Sint-Truiden=Saint-Trond, Tienen=Tirlemont
BE Tongeren=Tongres, Veurne=Furnes, Vilvoorde=Vilvorde
BG Burgas=Bourgas, Ruse=Roussé, Veliko Tŭrnovo=Veliko Tarnovo
BR Brasília=Brasilia
BT Thimphu=Thimphou
CH Basel=Bâle, Bellinzona=Bellinzone, Bern=Berne, Biel/Bienne=Bienne, Brig=Brigue, *Burgdorf=Berthoud, Chur=Coire
CH Glarus=Glaris, *Laufen=Laufon, Leuk=Loèche, Leukerbad=Loèche-les-Bains, Luzern=Lucerne, Murten/Morat=Morat
CH Saanen=Gessenay, Sankt Gallen=Saint-Gall, Schaffhausen=Schaffhouse, Schwyz=Schwytz, Sitten=Sion, Solothurn=Soleure
CH Thun=Thoune, Visp=Viège, Winterthur=Winterthour, Zofingen=Zofingue, Zug=Zoug, Zürich=Zurich
CN Beijing=Pékin, Guangzhou=Canton, Lhasa=Lhassa, Nanjing=Nankin
CO Bogotá=Bogota, Cartagena=Carthagène
CU Havana=La Havane
CY Famagusta=Famagouste, Nicosia=Nicosie
DE Aachen=Aix-la-Chapelle, Augsburg=Augsbourg, Brandenburg an der Havel=Brandebourg-sur-la-Havel
DE Braunschweig=Brunswick, Bremen=Brême, Dresden=Dresde, Duisburg=Duisbourg, Flensburg=Flensbourg
DE Frankfurt (Oder)=Francfort-sur-l’Oder, Frankfurt am Main=Francfort-sur-le-Main, Freiburg=Fribourg-en-Brisgau
DE Hamburg=Hambourg, Hannover=Hanovre, Jena=Iéna, Kleve=Clèves, Koblenz=Coblence, Konstanz=Constance, Köln=Cologne
DE Ludwigsburg=Ludwigsbourg, Magdeburg=Magdebourg, Mainz=Mayence, Marburg an der Lahn=Marbourg, Nürnberg=Nuremberg
DE Offenburg=Offenbourg, Quedlinburg=Quedlinbourg, Regensburg=Ratisbonne, Saarbrücken=Sarrebruck, Saarlouis=Sarrelouis
DE Speyer=Spire, Trier=Trèves, Wittenberg=Wittemberg, Würzburg=Wurtzbourg, Zweibrücken=Deux-Ponts
DK Copenhagen=Copenhague, Helsingør=Elseneur, Århus=Aarhus
DO Santo Domingo=Saint-Domingue
DZ Algiers=Alger
EG Al Fayyūm=Fayoum, Al ‘Alamayn=El Alamein, Alexandria=Alexandrie, Aswan=Assouan, Cairo=Le Caire, Giza=Gizeh
EG Ismailia=Ismaïlia, Luxor=Louxor, Port Said=Port-Saïd, Sharm el-Sheikh=Charm el-Cheikh
ES A Coruña=La Corogne, Algeciras=Algésiras, Barcelona=Barcelone, *Cadiz=Cadix, *Cartagena=Carthagène
ES *Córdoba=Cordoue, Donostia / San Sebastián=Saint-Sébastien, Gasteiz / Vitoria=Vitoria-Gasteiz, Girona=Gérone
ES Granada=Grenade, Murcia=Murcie, Málaga=Malaga, Pamplona=Pampelune
ES Santiago de Compostela=Saint-Jacques-de-Compostelle, Segovia=Ségovie, Sevilla=Séville, Tarragona=Tarragone
ES *Toledo=Tolède, *Valencia=Valence, Zaragoza=Saragosse
ET Addis Ababa=Addis-Abeba
GB Canterbury=Cantorbéry, Dover=Douvres, Edinburgh=Édimbourg, London=Londres
GE Batumi=Batoumi, Kutaisi=Koutaïssi, Tbilisi=Tbilissi
GG Saint Peter Port=Saint-Pierre-Port
GR Athens=Athènes, Chalkída=Chalcis, Chaniá=La Canée, Corfu=Corfou, *Delphi=Delphes, Firá=Fira, Ioánnina=Ioannina
GR Irákleion=Héraklion, Kavála=Kavala, Kórinthos=Corinthe, Lárisa=Larissa, Mytilene=Mytilène, Náfplio=Nauplie
GR Piraeus=Le Pirée, Pátra=Patras, Rethymno=Réthymnon, Ródos=Rhodes, Spárti=Sparte, Thessaloníki=Thessalonique
GR Thívai=Thèbes, Trípoli=Tripoli, Zakynthos=Zante, Árgos=Argos
GT *Guatemala City=Guatemala
IL Beersheba=Beer-Sheva, Haifa=Haïfa, Jerusalem=Jérusalem, Tiberias=Tibériade
IN Bengaluru=Bangalore, Kolkata=Calcutta, Puducherry=Pondichéry, Varanasi=Bénarès
IQ Baghdad=Bagdad, Basrah=Bassorah, Karbala=Kerbala, Kirkuk=Kirkouk, Mosul=Mossoul
IR Isfahan=Ispahan, Mashhad=Machhad, Shiraz=Chiraz, Tehran=Téhéran
IS Reykjavík=Reykjavik
IT Agrigento=Agrigente, Ancona=Ancône, Aosta=Aoste, Assisi=Assise, Benevento=Bénévent, Bergamo=Bergame
IT Bologna=Bologne, Capua=Capoue, Carrara=Carrare, Catania=Catane, Como=Côme, Cremona=Crémone, Ferrara=Ferrare
IT Genoa=Gênes, Ivrea=Ivrée, Livorno=Livourne, Lucca=Lucques, Mantova=Mantoue, Messina=Messine, Modena=Modène
IT Novara=Novare, Padova=Padoue, Palermo=Palerme, Parma=Parme, Pavia=Pavie, Perugia=Pérouse, Piacenza=Plaisance
IT Pisa=Pise, Pompei=Pompéi, Ravenna=Ravenne, Salerno=Salerne, Savona=Savone, Siena=Sienne, *Siracusa=Syracuse
IT Sorrento=Sorrente, Spoleto=Spolète, Susa=Suse, Taormina=Taormine, Taranto=Tarente, Trento=Trente, Treviso=Trévise
IT Venice=Venise, Ventimiglia=Vintimille, Vercelli=Verceil, Verona=Vérone, Vicenza=Vicence, Viterbo=Viterbe
JE Saint Helier=Saint-Hélier
KG Bishkek=Bichkek
KR Seoul=Séoul
KW Kuwait City=Koweït City
LB Beirut=Beyrouth, Jbaïl=Byblos
MA Marrakesh=Marrakech, Sale=Salé, Tangier=Tanger
MM Nay Pyi Taw=Naypyidaw, Yangon=Rangoun
MN Ulan Bator=Oulan-Bator
MO Macau=Macao
MT Valletta=La Valette
MU Port Louis=Port-Louis
MV Male=Malé
MX *Mexico City=Mexico
NL 's-Hertogenbosch=Bois-le-Duc, Den Helder=Le Helder, Groningen=Groningue, Leiden=Leyde, *Middelburg=Middelbourg
NL Nijmegen=Nimègue, Roermond=Ruremonde, The Hague=La Haye, Vlissingen=Flessingue
NP Kathmandu=Katmandou
OM Muscat=Mascate
PA Panamá=Panama
PE Cusco=Cuzco
PH Manila=Manille
PL Kraków=Cracovie, Warsaw=Varsovie, Łódź=Lodz
PS *Bethlehem=Bethléem, Hebron=Hébron, Jericho=Jéricho
PT Lisbon=Lisbonne
PY Asunción=Asuncion
RO Bucharest=Bucarest
RU Arkhangel’sk=Arkhangelsk, Chelyabinsk=Tcheliabinsk, Groznyy=Grozny, Irkutsk=Irkoutsk, Krasnoyarsk=Krasnoïarsk
RU Kursk=Koursk, Makhachkala=Makhatchkala, Moscow=Moscou, Murmansk=Mourmansk, Nizhniy Novgorod=Nijni Novgorod
RU Novosibirsk=Novossibirsk, Rostov-na-Donu=Rostov-sur-le-Don, Saint Petersburg=Saint-Pétersbourg, Sochi=Sotchi
RU Suzdal’=Souzdal, Tula=Toula, Tyumen=Tioumen, Ufa=Oufa, Ulan-Ude=Oulan-Oudé, Velikiy Novgorod=Veliki Novgorod
RU Voronezh=Voronej, Yakutsk=Iakoutsk, Yaroslavl=Iaroslavl, Yekaterinburg=Ekaterinbourg
SA Jeddah=Djeddah, Mecca=La Mecque, Medina=Médine, Riyadh=Riyad
SG Singapore=Singapour
SM *San Marino=Saint-Marin
SO Mogadishu=Mogadiscio
SY Aleppo=Alep, Damascus=Damas, Latakia=Lattaquié, Tadmur=Palmyre
TJ Dushanbe=Douchanbé
TM Ashgabat=Achgabat
TR Trabzon=Trébizonde
TT Port of Spain=Port-d’Espagne
UA Chernihiv=Tchernihiv, Chernivtsi=Tchernivtsi, Kyiv=Kiev, Mariupol=Marioupol, Mykolayiv=Mykolaïv, Odesa=Odessa
UA Sevastopol=Sébastopol, Zaporizhia=Zaporijjia
US Baton Rouge=Bâton-Rouge, Detroit=Détroit, New Orleans=La Nouvelle-Orléans, New York City=New York
US Philadelphia=Philadelphie, St. Louis=Saint-Louis
UZ Bukhara=Boukhara, Samarkand=Samarcande, Tashkent=Tachkent
VA Vatican City=Cité du Vatican
VN Haiphong=Haïphong, Hanoi=Hanoï, Ho Chi Minh City=Hô-Chi-Minh-Ville
ZA Cape Town=Le Cap
`;
