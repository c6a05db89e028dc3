# Prints "language, word, share of all words" for the commonest words of each language that the service stems.
#   pip install wordfreq==3.1.1 && python tools/export-word-frequency.py > words.tsv
from wordfreq import top_n_list, word_frequency

WORDS = {'en': 90_000, 'de': 12_000, 'fr': 12_000, 'es': 12_000, 'pt': 12_000, 'it': 12_000}

for language, count in WORDS.items():
    for word in top_n_list(language, count):
        print(f'{language}\t{word}\t{word_frequency(word, language):.3e}')
