// Goods and services of the sample in sixteen languages, each with a question that a reader of the language would ask for it.

/** Titles, descriptions and questions by language; the questions inflect and rearrange what the ads say. */
export const TRANSLATED: Readonly<
  Record<string, readonly (readonly [title: string, description: string, question: string])[]>
> = {
  de: [
    [
      'Leise Laptops für unterwegs',
      'Ein lüfterloses Notebook unter einem Kilogramm.',
      'Welcher leise Laptop taugt für unterwegs?',
    ],
    [
      'Wasserdichte Wanderstiefel',
      'Robuste Schuhe aus Leder für Berge und Regen.',
      'Ich brauche Stiefel zum Wandern, die wasserdicht sind',
    ],
    [
      'Kaffeemaschine für kleine Küchen',
      'Frischer Espresso aus ganzen Bohnen.',
      'Suche eine Maschine für Kaffee, die wenig Platz braucht',
    ],
    [
      'Reiseversicherung für Familien',
      'Schutz bei Krankheit und Stornierung.',
      'Welche Versicherung soll ich für die Reise nehmen?',
    ],
    [
      'Spanisch lernen in der Mittagspause',
      'Kurse mit kurzen Lektionen für Anfänger.',
      'Wo finde ich einen günstigen Spanischkurs?',
    ],
    [
      'Kopfhörer mit Geräuschunterdrückung',
      'Ruhe im Großraumbüro, 40 Stunden Akku.',
      'gute kopfhörer gegen lärm im büro',
    ],
    [
      'Faltbare Fahrräder für Pendler',
      'Passt in jeden Zug.',
      'Gibt es ein Fahrrad zum Falten, das ich in den Zug mitnehmen kann?',
    ],
    ['Futter für ältere Katzen', 'Getreidefrei und leicht verdaulich.', 'Katzenfutter für meine alte Katze'],
  ],
  fr: [
    [
      'Ordinateurs portables silencieux',
      'Un ordinateur sans ventilateur, moins d’un kilo.',
      'Quel ordinateur portable silencieux pour le train ?',
    ],
    [
      'Chaussures de randonnée imperméables',
      'Pour la montagne et la pluie.',
      'Je cherche une chaussure imperméable pour mes randonnées',
    ],
    [
      'Machine à café compacte',
      'Un espresso frais pour les petites cuisines.',
      'une petite machine pour faire du café chez moi',
    ],
    [
      'Assurance voyage pour la famille',
      'Maladie et annulation comprises.',
      'Quelle assurance prendre pour nos voyages ?',
    ],
    [
      'Cours d’espagnol en ligne',
      'Des leçons courtes pour débutants.',
      'Je voudrais apprendre l’espagnol avec un cours pas cher',
    ],
    ['Casques à réduction de bruit', 'Quarante heures de batterie.', 'un casque contre le bruit au bureau'],
    ['Vélos électriques pliants', 'Se range dans le train.', 'Y a-t-il un vélo électrique qui se plie ?'],
    [
      'Croquettes pour chats âgés',
      'Sans céréales, faciles à digérer.',
      'Que donner à manger à un chat âgé ? Des croquettes ?',
    ],
  ],
  es: [
    [
      'Portátiles silenciosos y ligeros',
      'Un ordenador sin ventilador de menos de un kilo.',
      '¿Qué portátil silencioso me recomiendas para el tren?',
    ],
    [
      'Botas de montaña impermeables',
      'Para caminar con lluvia y barro.',
      'Necesito una bota impermeable para la montaña',
    ],
    ['Cafetera para cocinas pequeñas', 'Café recién molido.', 'busco cafeteras que ocupen poco en la cocina'],
    ['Seguro de viaje para familias', 'Cubre enfermedad y cancelación.', '¿Qué seguro me conviene para mis viajes?'],
    [
      'Curso de inglés en línea',
      'Lecciones cortas para principiantes.',
      'quiero aprender inglés, ¿hay cursos baratos?',
    ],
    [
      'Auriculares con cancelación de ruido',
      'Cuarenta horas de batería.',
      'un auricular que cancele ruidos de la oficina',
    ],
    ['Bicicletas plegables', 'Caben en el tren.', '¿Hay alguna bicicleta plegable para ir al trabajo?'],
    [
      'Colchones para dolor de espalda',
      'Firmeza media y diez años de garantía.',
      'me duele la espalda, necesito un colchón nuevo',
    ],
  ],
  pt: [
    [
      'Notebooks silenciosos e leves',
      'Um computador sem ventoinha, menos de um quilo.',
      'Qual notebook silencioso é bom para viagens de trem?',
    ],
    ['Botas de caminhada impermeáveis', 'Para montanha e chuva.', 'Preciso de uma bota impermeável para caminhadas'],
    ['Cafeteira compacta', 'Café fresco em cozinhas pequenas.', 'procuro cafeteiras compactas para a minha cozinha'],
    ['Seguro viagem para a família', 'Cobre doença e cancelamento.', 'Que seguro devo fazer para as minhas viagens?'],
    ['Curso de francês online', 'Lições curtas para iniciantes.', 'quero aprender francês, há cursos baratos?'],
    ['Fones com cancelamento de ruído', 'Quarenta horas de bateria.', 'um fone que cancele os ruídos do escritório'],
    ['Colchões ortopédicos', 'Firmeza média, dez anos de garantia.', 'dói-me as costas, preciso de um colchão novo'],
    ['Ração para gatos idosos', 'Sem cereais e fácil de digerir.', 'ração para o meu gato velho e idoso'],
  ],
  it: [
    [
      'Portatili silenziosi e leggeri',
      'Un computer senza ventola sotto il chilo.',
      'Quale portatile silenzioso va bene per il treno?',
    ],
    [
      'Scarponi da montagna impermeabili',
      'Per camminare sotto la pioggia.',
      'Ho bisogno di uno scarpone impermeabile per la montagna',
    ],
    [
      'Macchina da caffè per cucine piccole',
      'Espresso fresco da chicchi interi.',
      'cerco macchine per il caffè che occupino poco',
    ],
    [
      'Assicurazione di viaggio per famiglie',
      'Copre malattia e annullamento.',
      'Quale assicurazione conviene per i nostri viaggi?',
    ],
    [
      'Corso di tedesco online',
      'Lezioni brevi per principianti.',
      'vorrei imparare il tedesco, ci sono corsi economici?',
    ],
    ['Cuffie con riduzione del rumore', 'Quaranta ore di batteria.', 'una cuffia contro i rumori dell’ufficio'],
    ['Aspirapolvere senza filo', 'Leggero, per peli di animali.', 'mi serve un’aspirapolvere per i peli del cane'],
    ['Biciclette pieghevoli', 'Entrano in treno.', 'C’è una bicicletta pieghevole per andare al lavoro?'],
  ],
  nl: [
    [
      'Stille laptops voor onderweg',
      'Zonder ventilator, lichter dan een kilo.',
      'welke stille laptop is handig voor onderweg?',
    ],
    ['Waterdichte wandelschoenen', 'Van leer, voor bergen en regen.', 'ik zoek een waterdichte schoen om te wandelen'],
    ['Reisverzekering voor gezinnen', 'Dekt ziekte en annulering.', 'welke reisverzekering is goed voor een gezin?'],
    ['Opvouwbare fietsen voor forenzen', 'Past in elke trein.', 'is er een fiets die ik mee de trein in kan nemen?'],
  ],
  sv: [
    ['Tysta datorer för resan', 'Utan fläkt och under ett kilo.', 'vilken tyst dator ska jag ta med på resan?'],
    ['Vattentäta vandringskängor', 'Läder för fjäll och regn.', 'jag behöver en vattentät känga för regn och fjäll'],
    [
      'Reseförsäkring för familjer',
      'Skydd vid sjukdom och avbokning.',
      'vi är en familj och söker skydd om någon blir sjuk',
    ],
    [
      'Hörlurar som tar bort buller',
      'Lugn på kontoret i fyrtio timmar.',
      'finns det någon bra hörlur mot buller på kontoret?',
    ],
  ],
  da: [
    [
      'Stille computere til turen',
      'Uden blæser og under et kilo.',
      'hvilken stille computer skal jeg tage med på turen?',
    ],
    ['Vandtætte vandrestøvler', 'Læder til bjerge og regn.', 'jeg mangler en støvle til bjergene, der kan tåle regn'],
    ['Foldbare cykler til pendlere', 'Kan være i alle tog.', 'findes der en cykel, som jeg kan have med i toget?'],
  ],
  pl: [
    ['Ciche laptopy w podróży', 'Bez wentylatora, poniżej kilograma.', 'jaki cichy laptop bez wentylatora polecacie?'],
    ['Nieprzemakalne buty trekkingowe', 'Skórzane, w góry i na deszcz.', 'jakie buty w góry są nieprzemakalne?'],
    [
      'Ekspres do kawy do małej kuchni',
      'Świeże espresso z całych ziaren.',
      'który ekspres do kawy zmieści się w małej kuchni?',
    ],
  ],
  tr: [
    [
      'Yolculuk için sessiz dizüstü bilgisayar',
      'Fansız, bir kilonun altında.',
      'yolculuk için sessiz bir bilgisayar arıyorum',
    ],
    ['Su geçirmez yürüyüş botu', 'Dağ ve yağmur için deri.', 'dağ için su geçirmez bir bot istiyorum'],
    [
      'Küçük mutfaklar için kahve makinesi',
      'Taze çekirdekten espresso.',
      'küçük mutfak için kahve makinesi hangisi iyi?',
    ],
  ],
  uk: [
    ['Тихі ноутбуки в дорогу', 'Без вентилятора, легші за кілограм.', 'який тихий ноутбук взяти в дорогу?'],
    ['Водонепроникні черевики для походів', 'Шкіра для гір і дощу.', 'шукаю водонепроникні черевики в гори'],
  ],
  ja: [
    ['軽量の登山テント', '二人用で雨に強いテントです。', '雨に強い軽いテントのおすすめは？'],
    ['小型のコーヒーメーカー', '狭いキッチン向け。', 'コーヒーメーカーを買いたい'],
    ['海外旅行保険', '病気とキャンセルを補償します。', '旅行の保険はどれがいいですか'],
    ['ノイズキャンセリングイヤホン', '四十時間使えます。', '通勤用のイヤホンを探しています'],
  ],
  zh: [
    ['轻便登山帐篷', '双人防雨。', '推荐一款防雨的帐篷'],
    ['家用小型咖啡机', '适合小厨房。', '我想买一台咖啡机'],
    ['境外旅行保险', '覆盖疾病与取消。', '出国旅行买哪个保险好'],
    ['降噪耳机', '续航四十小时。', '哪个牌子的耳机降噪好'],
  ],
  ar: [
    ['أحذية الجري الخفيفة', 'مريحة للمسافات الطويلة.', 'أبحث عن حذاء للجري'],
    ['آلة القهوة الصغيرة', 'إسبريسو طازج للمطابخ الضيقة.', 'أريد شراء آلة قهوة'],
    ['تأمين السفر للعائلة', 'يغطي المرض والإلغاء.', 'ما هو أفضل تأمين للسفر'],
    ['خيمة للتخييم', 'لشخصين وتقاوم المطر.', 'كم سعر الخيمة'],
  ],
  hi: [
    ['दौड़ने के हल्के जूते', 'लंबी दूरी के लिए आरामदायक।', 'मुझे दौड़ने के लिए जूता चाहिए'],
    ['छोटी कॉफी मशीन', 'छोटे रसोईघर के लिए।', 'घर के लिए कॉफी मशीन कौन सी अच्छी है'],
    ['यात्रा बीमा', 'बीमारी और रद्द होने पर सुरक्षा।', 'यात्रा का बीमा कहाँ मिलेगा'],
    ['सर्दियों के गर्म कंबल', 'नरम और हल्के।', 'सर्दी के लिए कंबल खरीदना है'],
  ],
  en: [
    [
      'Quiet laptops for train rides',
      'A fanless notebook under one kilogram.',
      'Which quiet laptop is good for the train?',
    ],
    ['Waterproof hiking boots', 'Sturdy leather for hills and rain.', 'I need a waterproof boot for hikes'],
    ['Compact coffee machine', 'Fresh espresso for small kitchens.', 'a coffee machine for my small kitchen'],
    ['Family travel insurance', 'Covers illness and cancellation.', 'Which insurance should I take for travelling?'],
  ],
}
