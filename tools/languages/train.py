"""Makes models/languages.bin: for each n-gram of a word, how much it speaks for each of 25 languages.

    pip install numpy scipy wordfreq==3.1.1
    python tools/languages/train.py EVAL_FOLDER models/languages.bin [TEXTS_BY_LANGUAGE.json]

Learned from phrases of a few words, drawn by frequency from wordfreq's lists, as people write them: sometimes without accents,
sometimes with a word of English between. English also sees pieces of the folder's advertisements, since names of things and
brands are what a bare English query is made of. The last argument, texts under the language of each, is only measured on.

The reader is src/engine/understand/language-model.ts, and must hash as `grams_of` does.
"""

import gzip
import json
import random
import re
import sys
import unicodedata
import zlib
from pathlib import Path

import numpy as np
import scipy.sparse as sparse
import wordfreq

VERSION = '2026-11-22'
SCRIPTS = {
    'latin': 'en de fr es pt it nl sv da no fi pl cs hu ro tr id vi ca'.split(),
    'cyrillic': 'ru uk bg'.split(),
    'arabic': 'ar fa ur'.split(),
}
LANGUAGES = [language for languages in SCRIPTS.values() for language in languages]
LISTED_AS = {'no': 'nb'}
# Written without accents by many; elsewhere a word without them is often another word.
DROPS_ACCENTS = set('de fr es pt it nl sv da no fi ca'.split())
GRAM_BITS = 14
GRAM_LENGTHS = (2, 3, 4)
WORD_CHARS_MAX = 24
PHRASES = 16_000
ENGLISH_TIMES = 5
SURE = 0.65


def main():
    folder, out = sys.argv[1:3]
    chance = random.Random(3)
    words = {language: word_list(language) for language in LANGUAGES}
    titles = [ad['title'].split() for ad in jsonl(f'{folder}/ads.jsonl.gz')]
    texts, labels = [], []
    for number, language in enumerate(LANGUAGES):
        for _ in range(PHRASES * (ENGLISH_TIMES if language == 'en' else 1)):
            is_name = language == 'en' and chance.random() < 0.4
            texts.append(piece_of(chance.choice(titles), chance) if is_name else phrase(language, words, chance))
            labels.append(number)
    table = fit(matrix_of(texts), np.array(labels))
    step = np.percentile(np.abs(table), 99.99) / 127
    weights = np.clip(np.round(table / step), -127, 127).astype(np.int8)
    scores = measure(weights * step, sys.argv[3]) if len(sys.argv) > 3 else {}
    save(out, weights, float(step), scores)


def word_list(language):
    frequency = wordfreq.get_frequency_dict(LISTED_AS.get(language, language), 'best')
    kept = [(word, share) for word, share in frequency.items() if WORD.fullmatch(word) and len(word) <= WORD_CHARS_MAX][:40_000]
    share = np.array([share for _, share in kept]) ** 0.6
    return [word for word, _ in kept], np.cumsum(share / share.sum())


def phrase(language, words, chance):
    count = chance.choices((1, 2, 3, 4, 5, 6, 8), (8, 20, 25, 20, 12, 10, 5))[0]
    spoken = [draw(words[language], chance) for _ in range(count)]
    for i in range(count):
        if count > 1 and chance.random() < 0.1:
            spoken[i] = draw(words[chance.choice(LANGUAGES) if language == 'en' else 'en'], chance)
    text = ' '.join(spoken)
    return without_accents(text) if language in DROPS_ACCENTS and chance.random() < 0.2 else text


def draw(list_and_sums, chance):
    listed, sums = list_and_sums
    return listed[min(len(listed) - 1, int(np.searchsorted(sums, chance.random())))]


def piece_of(title, chance):
    count = min(len(title), chance.choice((1, 2, 2, 3, 3, 4, 6)))
    start = chance.randrange(len(title) - count + 1)
    return ' '.join(title[start : start + count])


def without_accents(text):
    return ''.join(char for char in unicodedata.normalize('NFD', text) if not unicodedata.combining(char))


WORD = re.compile(r'[^\W\d_]+')


def grams_of(text):
    found = []
    for word in WORD.findall(text.lower()):
        units = [ord(char) for char in f'_{word[:WORD_CHARS_MAX]}_']
        found.append(hash_of(units, 9))
        for length in GRAM_LENGTHS:
            found += [hash_of(units[i : i + length], length) for i in range(len(units) - length + 1)]
    return found


def hash_of(units, seed):
    h = seed
    for unit in units:
        h = (h * 0x01000193 ^ unit) & 0xFFFFFFFF
    h ^= h >> 15
    return (h * 0x9E3779B1 & 0xFFFFFFFF) >> (32 - GRAM_BITS)


def matrix_of(texts):
    found = [grams_of(text) for text in texts]
    begins = np.cumsum([0] + [len(one) for one in found])
    flat = np.array([gram for one in found for gram in one], np.int32)
    return sparse.csr_matrix((np.ones(len(flat), np.float32), flat, begins), (len(texts), 1 << GRAM_BITS))


def fit(grams, labels, epochs=4, batch=1024, rate=0.3):
    """Multinomial logistic regression by AdaGrad."""
    order = np.random.default_rng(0).permutation(len(labels))
    grams, labels = grams[order], labels[order]
    table = np.zeros((1 << GRAM_BITS, len(LANGUAGES)), np.float32)
    seen = np.full_like(table, 1e-3)
    for _ in range(epochs):
        for at in range(0, len(labels), batch):
            some = grams[at : at + batch]
            slope = chances(some @ table)
            slope[np.arange(len(slope)), labels[at : at + batch]] -= 1
            used = np.unique(some.indices)
            step = (some.T @ (slope / len(slope)))[used] + 1e-7 * table[used]
            seen[used] += step * step
            table[used] -= rate * step / np.sqrt(seen[used])
    return table


def chances(sums):
    grown = np.exp(sums - sums.max(1, keepdims=True))
    return grown / grown.sum(1, keepdims=True)


def measure(table, path):
    """For each language, how many texts of it are recognised and how many are taken for another."""
    scores = {}
    for language, texts in json.loads(Path(path).read_text()).items():
        script = next((languages for languages in SCRIPTS.values() if language in languages), None)
        if script is None:
            continue
        columns = [LANGUAGES.index(one) for one in script]
        sure = chances((matrix_of(texts) @ table)[:, columns])
        best = sure.argmax(1)
        is_sure = sure.max(1) >= SURE
        right = best == script.index(language)
        scores[f'{language} right'] = round(float((is_sure & right).mean()), 3)
        scores[f'{language} wrong'] = round(float((is_sure & ~right).mean()), 3)
    print(json.dumps(scores, indent=1))
    return scores


def save(path, weights, step, scores):
    body = weights.tobytes()
    header = {
        'format': 1,
        'name': 'languages',
        'version': VERSION,
        'scripts': SCRIPTS,
        'gramBits': GRAM_BITS,
        'step': step,
        'checksum': zlib.crc32(body),
        'provenance': [
            {'source': 'wordfreq 3.1.1, words and their frequencies', 'licence': 'Apache-2.0, data CC BY-SA 4.0'},
            {'source': 'querqy/chorus product texts (Icecat)', 'licence': 'Icecat Open Content License'},
            {'source': 'Generative-Engine-Marketing/GEM-Bench, HowieHwong/MetaTool', 'licence': 'Apache-2.0, MIT'},
            {'source': 'JieZouIR/PSCon', 'licence': 'CC BY 4.0'},
            {'source': 'dstc8-schema-guided-dialogue', 'licence': 'CC BY-SA 4.0'},
        ],
        'scores': scores,
    }
    Path(path).write_bytes(json.dumps(header).encode() + b'\n' + body)


def jsonl(path):
    with gzip.open(path, 'rt') as lines:
        return [json.loads(line) for line in lines]


if __name__ == '__main__':
    main()
