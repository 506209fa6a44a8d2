/**
 * Names of towns that people type, besides those in the index and the German and French ones: local names, English ones and
 * other spellings. See `readTownTable`.
 */
export const furtherTowns = `
AE Abu Dhabi=Abou Dhabi
AM Yerevan=Eriwan
BD Chattogram=Chittagong
BE Antwerpen=Antwerp, Gent=Ghent, Liège=Luik, Mouscron=Moeskroen, Namur=Namen, Ostend=Oostende
BE Saint-Vith=Sankt Vith, Tournai=Doornik
BG Sofia=Sofija
CH Basel=Basle, Basel=Basilea, Bern=Berna, Chur=Coira, Genève=Geneva, Genève=Ginevra, Luzern=Lucerna, Zürich=Zurigo
CL Santiago=Santiago du Chili
CN Nanjing=Nanking, Shanghai=Schanghai
CO Cartagena=Cartagena de Indias
CU Havana=La Habana
CY Nicosia=Lefkosia
CZ Cheb=Eger, Hradec Králové=Königgrätz, Jihlava=Iglau, Karlovy Vary=Carlsbad, Kutná Hora=Kuttenberg
CZ Liberec=Reichenberg, Mikulov=Nikolsburg, Ostrava=Ostrau, Pilsen=Plzeň, Prague=Praha, Teplice=Teplitz
DE Bautzen=Budyšin, Cottbus=Chóśebuz, Freiburg=Freiburg im Breisgau, Halle (Saale)=Halle an der Saale
DE Hannover=Hanover, Munich=Monaco di Baviera, Wittenberg=Lutherstadt Wittenberg
DK Aabenraa=Apenrade, Copenhagen=København, Haderslev=Hadersleben, Sønderborg=Sonderburg, Tønder=Tondern
ES A Coruña=La Coruña, A Coruña=Corunna, Alicante=Alacant, Bilbao=Bilbo, Castelló de la Plana=Castellón de la Plana
ES Girona=Gerona, Ibiza=Eivissa, Lleida=Lérida, Palma=Palma de Mallorca, Palma=Palma de Majorque, Pamplona=Iruña
FI Helsinki=Helsingfors, Turku=Åbo
FR Dunkerque=Dunkirk, Haguenau=Hagenau, Sarreguemines=Saargemünd, Saverne=Zabern, Sélestat=Schlettstadt
FR Wissembourg=Weißenburg
GB London=Londra
GR Athens=Athína, Corfu=Kérkyra, Irákleion=Iraklio, Kórinthos=Corinth, Thessaloníki=Saloniki, Thessaloníki=Salonique
GT Guatemala City=Ciudad de Guatemala
HU Sopron=Ödenburg
IE Dublin=Baile Átha Cliath
IN Chennai=Madras, Kochi=Cochin, Mumbai=Bombay, Mysuru=Mysore, Puducherry=Pondicherry
IR Yazd=Jasd
IT Florence=Firenze, Genoa=Genova, Milan=Milano, Naples=Napoli, Rome=Roma, Turin=Torino, Venice=Venezia
JP Kyoto=Kioto
LT Vilnius=Wilna
LU Luxembourg=Lëtzebuerg
MD Chisinau=Kischinau
MG Antananarivo=Tananarive
MM Yangon=Rangoon
MN Ulan Bator=Ulaanbaatar
MX Mexico City=Ciudad de México
NL 's-Hertogenbosch=Den Bosch, The Hague='s-Gravenhage
PA Panamá=Panama City, Panamá=Ciudad de Panamá
PL Bydgoszcz=Bromberg, Elbląg=Elbing, Gdynia=Gdingen, Gliwice=Gleiwitz, Jelenia Góra=Hirschberg, Kraków=Cracow
PL Legnica=Liegnitz, Malbork=Marienburg, Olsztyn=Allenstein, Oświęcim=Auschwitz, Warsaw=Warszawa, Świdnica=Schweidnitz
PT Lisbon=Lisboa, Porto=Oporto
RO Bucharest=București, Oradea=Großwardein
RS Belgrade=Beograd
RU Moscow=Moskva
SE Göteborg=Gothenburg
SI Koper=Capodistria, Ljubljana=Laibach, Ptuj=Pettau
SK Bratislava=Pressburg, Košice=Kaschau
TR Trabzon=Trapezunt
UA Kharkiv=Charkow, Kharkiv=Kharkov, Kyiv=Kyjiw, Lviv=Lwiw
VN Ho Chi Minh City=Saigon
ZA Cape Town=Kaapstad, Gqeberha=Port Elizabeth
`;
