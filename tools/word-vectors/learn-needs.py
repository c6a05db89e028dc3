"""Teaches a table of word vectors what people need things for: the sum over the words of what somebody says ("two screens, no room on my
desk") comes to point where the sum over the name of the thing points ("monitor arm").

    pip install numpy scipy
    python tools/word-vectors/learn-needs.py TABLE EVAL_FOLDER models/word-vectors.bin

TABLE is what distil.py makes. Of tools/needs each step shows 512 kinds: a few phrases of each one's needs beside its names, which are to be
nearer each other than to those of the other kinds (InfoNCE). So that whatever else the table knows stays, texts of the folder are to
go on pointing where they pointed (advertisements and messages; no judgement of any query is used).
"""

import json
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

import numpy as np
import scipy.sparse as sparse
from distil import Descent, jsonl, packed, unit

VERSION = '2026-11-28'
KINDS = 512  # a step
TEXTS = 256
STEPS = 800
RATE = 0.002
SHARPNESS = 1 / 0.1
NEEDS_SHARE = 0.1  # of the slope, by needs; the rest keeps what was known
KEEPING = 3
STAYING = 3e-5  # pull of each word to where it was
DROPOUT = 0.1
SAID_BESIDE = [
    "I'm looking for", 'I need', 'can you recommend', 'where can I buy', 'find me', 'best', 'show me please',
    'I want to get for my friend', 'what is a good', 'do you know any near me', 'Hi, could you help me find? Something not too expensive.',
    'I would like, thanks', 'cheap', 'suggest me some', 'I am searching for. Any ideas?', 'Is there available?', "I'd like to book",
    'please help me with', 'tell me about', 'compare', 'any idea what to do', 'what should I get', 'is there an app for that',
    'who can help', 'not sure what I need', 'my friend says', 'last week', 'since yesterday', 'how do I fix this', 'thank you so much',
    'what would you suggest', 'budget is tight', 'today please', 'for tomorrow', 'for the weekend', 'have you got something',
    'we moved recently', 'it keeps happening', 'I was told to ask', 'my wife wants', 'my husband wants', 'for my mother', 'for my dad',
    'the kids', 'in London', 'in San Francisco', 'on Friday at 7 pm', 'around 50 dollars',
]  # fmt: skip


def main():
    source, folder, out = sys.argv[1:4]
    header, lo, hi, start = read_table(source)
    kinds = [kind for path in sorted(Path(__file__).parent.parent.glob('needs/*.txt')) for kind in kinds_of(path)]
    ads = list(jsonl(f'{folder}/ads.jsonl.gz'))
    texts = [f"{ad['title']}. {ad['description']} {' '.join(ad['keywords'])}" for ad in ads] + [ad['title'] for ad in ads]
    texts += [row['text'][:600] for row in jsonl(f'{folder}/intent.jsonl.gz')]

    phrases = [phrase for names, needs in kinds for phrase in names + needs]
    rows = rows_of(phrases + SAID_BESIDE + texts, dict(zip(zip(lo.tolist(), hi.tolist()), range(len(lo)))))
    by_phrase = iter(rows[: len(phrases)])
    kinds = [([next(by_phrase) for _ in names], [next(by_phrase) for _ in needs]) for names, needs in kinds]
    kinds = [([one for one in names if one], [one for one in needs if one]) for names, needs in kinds]
    kinds = [(names, needs) for names, needs in kinds if names and len(needs) > 3]
    beside = rows[len(phrases) : len(phrases) + len(SAID_BESIDE)]
    known = [text for text in rows[len(phrases) + len(SAID_BESIDE) :] if len(text) > 1]
    save(out, header, lo, hi, train(start, kinds, beside, known))


def train(start, kinds, beside, known):
    chance = np.random.default_rng(1)
    bags = bags_of(known, len(start))
    goals = unit(bags @ start)
    table = start.copy()
    descent = Descent(table, RATE, STEPS)
    for step in range(STEPS):
        picked = chance.choice(len(kinds), KINDS, replace=False)
        said, sold = zip(*[pair_of(*kinds[kind], beside, known, chance) for kind in picked])
        texts = chance.choice(len(known), TEXTS, replace=False)
        three = [bags_of(said, len(start)), bags_of(sold, len(start)), bags[texts].copy()]
        for bag in three:
            bag.data *= chance.random(len(bag.data)) > DROPOUT
        used = np.unique(np.concatenate([bag.indices for bag in three]))
        three = [bag[:, used] for bag in three]
        sums = [bag @ table[used] for bag in three]
        lengths = [np.linalg.norm(one, axis=1, keepdims=True) + 1e-6 for one in sums]
        saying, selling, keeping = [one / length for one, length in zip(sums, lengths)]
        likeness = saying @ selling.T * SHARPNESS
        pull = ((shares(likeness) + shares(likeness.T).T) / 2 - np.eye(KINDS)) * SHARPNESS * NEEDS_SHARE / KINDS
        slopes = [pull @ selling, pull.T @ saying, -KEEPING * goals[texts] / TEXTS]
        slope = STAYING * (table[used] - start[used])
        for bag, one, length, by in zip(three, [saying, selling, keeping], lengths, slopes):
            slope = slope + bag.T @ ((by - one * (by * one).sum(1, keepdims=True)) / length)
        descent.move(used, slope, step)
    right = (likeness.argmax(1) == np.arange(KINDS)).mean()
    print(f'{len(kinds)} kinds; of the last {KINDS} {right:.2f} found; texts kept {(keeping * goals[texts]).sum(1).mean():.3f}')
    return table


def pair_of(names, needs, beside, known, chance):
    """What somebody says who needs a thing, and what an advertisement for it says: mostly its name."""
    name = chance.integers(len(names))
    said = joined(some(needs, chance.integers(1, 7), chance))
    if chance.random() < 0.2 and len(names) > 1:
        other = names[(name + 1 + chance.integers(len(names) - 1)) % len(names)]
        said = other + (said if chance.random() < 0.5 else [])
    if chance.random() < 0.4:
        said = said + beside[chance.integers(len(beside))]
    if chance.random() < 0.3:
        said = said + some(known[chance.integers(len(known))], 4, chance)
    sold = list(names[name])
    if chance.random() < 0.4:
        sold = sold + names[chance.integers(len(names))]
    if chance.random() < 0.3:
        sold = sold + joined(some(needs, 2, chance))
    return said, sold


def some(items, count, chance):
    return [items[i] for i in chance.choice(len(items), min(count, len(items)), replace=False)]


def joined(lists):
    return [one for some_ in lists for one in some_]


def shares(likeness):
    likeness = np.exp(likeness - likeness.max(1, keepdims=True))
    return likeness / likeness.sum(1, keepdims=True)


def bags_of(texts, words):
    """A word that is said again and again counts less each time, and twice at most."""
    places = np.repeat(np.arange(len(texts)), [len(text) for text in texts])
    numbers = np.array([word for text in texts for word in text], np.int32)
    bags = sparse.csr_matrix((np.ones(len(numbers), np.float32), (places, numbers)), (len(texts), words))
    bags.sum_duplicates()
    bags.data = 2 * bags.data / (bags.data + 1)
    return bags


def kinds_of(path):
    for line in path.read_text().splitlines():
        if line and not line.startswith('#'):
            if line.count(' | ') != 1:
                sys.exit(f'{path}: a line is "names; by semicolons | needs, by commas": {line}')
            names, needs = line.split(' | ')
            yield [one.strip() for one in names.split(';')], [one.strip() for one in needs.split(',')]


def rows_of(texts, row_of):
    """The words of each text that the table knows, by their rows."""
    with tempfile.TemporaryDirectory() as folder:
        words, given, found = f'{folder}/words.tsv', f'{folder}/texts.json', f'{folder}/terms.json'
        Path(words).write_text('')
        Path(given).write_text(json.dumps(texts))
        subprocess.run(['node', Path(__file__).with_name('read-terms.ts'), words, given, found], check=True)
        terms = json.loads(Path(found).read_text())
    rows = [row_of.get((low, high), -1) for low, high in zip(terms['lo'], terms['hi'])]
    return [[rows[number] for number in text if rows[number] >= 0] for text in terms['texts']]


def read_table(path):
    file = Path(path).read_bytes()
    end = file.index(b'\n')
    header, body = json.loads(file[:end]), file[end + 1 :]
    words, dims = header['words'], header['dims']
    scales = np.frombuffer(body, '<f4', words, words * 8)
    values = np.frombuffer(body, np.int8, words * dims, words * 12).reshape(words, dims)
    return header, np.frombuffer(body, '<u4', words), np.frombuffer(body, '<u4', words, words * 4), values * scales[:, None]


def save(path, header, lo, hi, table):
    body = packed(lo, hi, table)
    needs = {'source': 'kinds of our own, in tools/needs', 'licence': 'as this service'}
    provenance = [one for one in header['provenance'] if one['source'] != needs['source']] + [needs]
    header = header | {'version': VERSION, 'checksum': zlib.crc32(body), 'provenance': provenance}
    Path(path).write_bytes(json.dumps(header).encode() + b'\n' + body)


if __name__ == '__main__':
    main()
