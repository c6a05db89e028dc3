// The same two kinds of talk in other languages than English, so that the language of a text decides nothing.

/** Wishes, by language; `%` stands for a noun of that language. */
export const WISHES_ABROAD: Readonly<Record<string, string>> = {
  de: `ich suche [ein|eine|einen] % | wo kann ich % kaufen? | welches % ist [am besten|gut und günstig]? | ich brauche % für meine Tochter
    bestes % unter 200 euro | % günstig | % kaufen | % im angebot | empfiehl mir bitte % | was kostet %? | ich möchte % bestellen
    haben sie %? | welche marke ist gut für %? | ich möchte einen tisch für zwei personen reservieren | hotel in berlin am wochenende
    flug von münchen nach rom | ich brauche einen klempner | welche versicherung ist günstig? | suche eine wohnung in hamburg
    kannst du mir ein gutes restaurant empfehlen? | ein geschenk für meine mutter unter 50 euro | vergleiche % und %
    welche app eignet sich für rechnungen? | lohnt sich ein neues %? | mietwagen auf mallorca | konzertkarten für samstag`,
  fr: `je cherche % | où puis-je acheter %? | quel est le meilleur %? | j'ai besoin de % pour mon fils | % pas cher | acheter %
    combien coûte %? | je voudrais commander % | pouvez-vous me recommander %? | réserver une table pour deux | hôtel à paris ce week-end
    vol de lyon à rome | j'ai besoin d'un plombier | quelle assurance choisir? | je cherche un appartement à nantes
    un bon restaurant près d'ici? | une idée de cadeau pour ma femme à moins de 50 euros | % en promotion | comparer % et %
    quelle application pour gérer mes factures? | louer une voiture à nice | des billets pour le concert de samedi`,
  es: `busco % | ¿dónde puedo comprar %? | ¿cuál es el mejor %? | necesito % para mi hija | % barato | comprar % | ¿cuánto cuesta %?
    quiero pedir % | ¿me recomiendas %? | reservar una mesa para dos | hotel en madrid este fin de semana | vuelo de sevilla a roma
    necesito un fontanero | ¿qué seguro me conviene? | busco piso en valencia | ¿un buen restaurante cerca de aquí?
    un regalo para mi madre por menos de 50 euros | % en oferta | comparar % y % | ¿qué aplicación sirve para facturas?
    alquilar un coche en ibiza | entradas para el concierto del sábado | ¿tienen %? | ¿qué marca de % es buena?`,
  pt: `procuro % | onde posso comprar %? | qual é o melhor %? | preciso de % para o meu filho | % barato | comprar % | quanto custa %?
    quero encomendar % | pode recomendar %? | reservar uma mesa para dois | hotel em lisboa no fim de semana | voo do porto para roma
    preciso de um encanador | qual seguro vale a pena? | procuro apartamento em são paulo | um bom restaurante aqui perto?
    um presente para a minha mãe até 50 euros | % em promoção | comparar % e % | que aplicativo serve para faturas?
    alugar um carro no algarve | bilhetes para o concerto de sábado | vocês têm %?`,
  it: `cerco % | dove posso comprare %? | qual è il miglior %? | ho bisogno di % per mia figlia | % economico | comprare % | quanto costa %?
    vorrei ordinare % | mi consigli %? | prenotare un tavolo per due | hotel a roma nel fine settimana | volo da milano a parigi
    ho bisogno di un idraulico | quale assicurazione conviene? | cerco un appartamento a torino | un buon ristorante qui vicino?
    un regalo per mia madre sotto i 50 euro | % in offerta | confrontare % e % | quale app serve per le fatture?
    noleggiare un'auto in sardegna | biglietti per il concerto di sabato | avete %?`,
  nl: `ik zoek % | waar kan ik % kopen? | wat is het beste %? | goedkope % | hoeveel kost %? | ik wil % bestellen | hotel in amsterdam
    vlucht naar rome | ik heb een loodgieter nodig | een cadeau voor mijn moeder`,
  ja: `%を買いたい | %のおすすめは？ | %はどこで買えますか | 安い% | %の値段を教えて | %を探しています | 東京のホテルを予約したい
    大阪行きの航空券 | おすすめのレストランを教えて | 母へのプレゼント | 保険を比較したい`,
  zh: `我想买% | 推荐一款% | %哪里买 | 便宜的% | %多少钱 | 哪个牌子的%好 | 预订北京的酒店 | 去上海的机票 | 附近有什么好吃的餐厅 | 送妈妈的礼物 | 找一个水管工`,
  ar: `أريد شراء % | أين أجد % | ما هو أفضل % | كم سعر % | أبحث عن % | احجز فندق في دبي | رحلة إلى القاهرة | مطعم جيد قريب | هدية لأمي`,
  hi: `मुझे % चाहिए | % कहाँ मिलेगा | सबसे अच्छा % कौन सा है | % की कीमत क्या है | % खरीदना है | दिल्ली में होटल बुक करें | मुंबई की फ्लाइट | पास में अच्छा रेस्टोरेंट | माँ के लिए उपहार`,
}

/** Nouns that stand for `%` on both sides. */
export const NOUNS_ABROAD: Readonly<Record<string, string>> = {
  de: `Laufschuhe | Kaffeemaschine | Zelt | Kopfhörer | Matratze | Staubsauger | Fahrrad | Kleid | Laptop | Rucksack | Katzenfutter | Sofa | Uhr`,
  fr: `chaussures de course | machine à café | tente | casque audio | matelas | aspirateur | vélo | robe | ordinateur | sac à dos | canapé | montre`,
  es: `zapatillas | cafetera | tienda de campaña | auriculares | colchón | aspiradora | bicicleta | vestido | portátil | mochila | sofá | reloj`,
  pt: `tênis | máquina de café | barraca | fones de ouvido | colchão | aspirador | bicicleta | vestido | portátil | mochila | sofá | relógio`,
  it: `scarpe da corsa | macchina per il caffè | tenda | cuffie | materasso | aspirapolvere | bicicletta | vestito | portatile | zaino | divano | orologio`,
  nl: `hardloopschoenen | koffiemachine | tent | koptelefoon | matras | stofzuiger | fiets | jurk | laptop | rugzak`,
  ja: `靴 | コーヒーメーカー | テント | イヤホン | 布団 | 掃除機 | 自転車 | ドレス | ノートパソコン | リュック`,
  zh: `跑鞋 | 咖啡机 | 帐篷 | 耳机 | 床垫 | 吸尘器 | 自行车 | 连衣裙 | 笔记本电脑 | 背包`,
  ar: `حذاء رياضي | آلة قهوة | خيمة | سماعات | مرتبة | مكنسة | دراجة | فستان | حاسوب محمول | حقيبة ظهر`,
  hi: `जूते | कॉफी मशीन | टेंट | हेडफोन | गद्दा | वैक्यूम क्लीनर | साइकिल | ड्रेस | लैपटॉप | बैग`,
}

/** What wants nothing, by language. */
export const OTHER_TALK_ABROAD: Readonly<Record<string, string>> = {
  de: `hallo | guten morgen | danke | vielen dank! | tschüss | wie geht es dir? | wie heißt du? | bist du ein mensch? | ja | nein | okay
    schreib ein gedicht über % | schreib eine geschichte über %, das sprechen kann | übersetze % ins englische | was ist 12 mal 7?
    was ist die hauptstadt von spanien? | erkläre mir die photosynthese | mach das licht im wohnzimmer aus | stell einen wecker auf 7 uhr
    wie wird das wetter morgen? | schreib eine funktion in python, die eine liste sortiert | erzähl mir einen witz | mir ist langweilig
    ich bin heute traurig | wer hat % erfunden? | wie funktioniert ein %? | fasse den text zusammen | wie spät ist es?
    erinnere mich morgen an den termin | ich habe gestern ein % gekauft und bin zufrieden | spiel etwas musik | wann war der zweite weltkrieg?`,
  fr: `bonjour | salut | merci | merci beaucoup! | au revoir | comment ça va? | comment tu t'appelles? | oui | non | d'accord
    écris un poème sur % | écris une histoire avec % qui parle | traduis % en anglais | combien font 12 fois 7?
    quelle est la capitale de l'espagne? | explique la photosynthèse | éteins la lumière du salon | mets un réveil à 7 heures
    quel temps fera-t-il demain? | écris une fonction python qui trie une liste | raconte une blague | je m'ennuie | je suis triste
    qui a inventé %? | comment fonctionne %? | résume ce texte | quelle heure est-il? | rappelle-moi le rendez-vous demain
    j'ai acheté % hier et j'en suis content | mets de la musique | quand a commencé la révolution?`,
  es: `hola | buenos días | gracias | ¡muchas gracias! | adiós | ¿cómo estás? | ¿cómo te llamas? | sí | no | vale
    escribe un poema sobre % | escribe un cuento sobre % que habla | traduce % al inglés | ¿cuánto es 12 por 7?
    ¿cuál es la capital de francia? | explica la fotosíntesis | apaga la luz del salón | pon una alarma a las 7
    ¿qué tiempo hará mañana? | escribe una función en python que ordene una lista | cuéntame un chiste | me aburro | estoy triste
    ¿quién inventó %? | ¿cómo funciona %? | resume este texto | ¿qué hora es? | recuérdame la cita mañana
    ayer compré % y estoy contento | pon música | ¿cuándo empezó la guerra?`,
  pt: `olá | bom dia | obrigado | muito obrigada! | tchau | como vai? | qual é o seu nome? | sim | não | está bem
    escreva um poema sobre % | escreva uma história sobre % que fala | traduza % para inglês | quanto é 12 vezes 7?
    qual é a capital da frança? | explique a fotossíntese | apague a luz da sala | coloque um alarme para as 7
    como estará o tempo amanhã? | escreva uma função em python que ordena uma lista | conte uma piada | estou entediado | estou triste
    quem inventou %? | como funciona %? | resuma este texto | que horas são? | lembre-me da consulta amanhã | toque uma música
    ontem comprei % e gostei`,
  it: `ciao | buongiorno | grazie | grazie mille! | arrivederci | come stai? | come ti chiami? | sì | no | va bene
    scrivi una poesia su % | scrivi una storia su % che parla | traduci % in inglese | quanto fa 12 per 7?
    qual è la capitale della francia? | spiega la fotosintesi | spegni la luce in salotto | metti una sveglia alle 7
    che tempo farà domani? | scrivi una funzione python che ordina una lista | raccontami una barzelletta | mi annoio | sono triste
    chi ha inventato %? | come funziona %? | riassumi questo testo | che ore sono? | ricordami l'appuntamento domani | metti musica
    ieri ho comprato % e sono contento`,
  nl: `hallo | bedankt | hoe gaat het? | ja | nee | schrijf een gedicht over % | wat is 12 keer 7? | doe het licht uit | hoe laat is het?
    wat voor weer wordt het? | vertel een grap | wie heeft % uitgevonden?`,
  ja: `こんにちは | ありがとう | おはよう | お元気ですか | はい | いいえ | %についての詩を書いて | 12かける7は？ | 電気を消して | 今何時？
    明日の天気は？ | 冗談を言って | %を発明したのは誰？ | この文章を要約して | 英語に翻訳して | フランスの首都は？ | pythonでリストを並べ替える関数を書いて`,
  zh: `你好 | 谢谢 | 早上好 | 你是谁 | 是 | 不是 | 写一首关于%的诗 | 12乘以7等于多少 | 关灯 | 现在几点 | 明天天气怎么样 | 讲个笑话 | 谁发明了%
    总结这篇文章 | 翻译成英文 | 法国的首都是哪里 | 用python写一个排序函数`,
  ar: `مرحبا | شكرا | صباح الخير | كيف حالك | نعم | لا | اكتب قصيدة عن % | كم يساوي 12 ضرب 7 | أطفئ الضوء | كم الساعة | كيف الطقس غدا
    احك لي نكتة | من اخترع % | لخص هذا النص | ترجم إلى الإنجليزية | ما عاصمة فرنسا`,
  hi: `नमस्ते | धन्यवाद | सुप्रभात | आप कैसे हैं | हाँ | नहीं | % पर एक कविता लिखो | 12 गुणा 7 कितना होता है | लाइट बंद करो | समय क्या हुआ है
    कल मौसम कैसा रहेगा | एक चुटकुला सुनाओ | % का आविष्कार किसने किया | इस लेख का सारांश लिखो | अंग्रेजी में अनुवाद करो | फ्रांस की राजधानी क्या है`,
}
