# Prints "language, word, share of all words" for the commonest words of each language that the service tells apart.
#   pip install wordfreq==3.1.1 && python tools/export-word-frequency.py > words.tsv
from wordfreq import top_n_list, word_frequency

WORDS = {'en': 90_000} | dict.fromkeys('de fr es pt it nl'.split(), 12_000)
WORDS |= dict.fromkeys('sv da no fi pl cs hu ro tr id vi ca ru uk bg ar fa ur he hi el'.split(), 5_000)
LISTED_AS = {'no': 'nb'}

for language, count in WORDS.items():
    listed = LISTED_AS.get(language, language)
    for word in top_n_list(listed, count):
        print(f'{language}\t{word}\t{word_frequency(word, listed):.3e}')
