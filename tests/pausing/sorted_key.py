words = ["pear", "fig", "banana", "kiwi", "date"]
print(sorted(words, key=lambda w: ask(len(w))))
print(sorted(words, key=lambda w: ask(len(w)), reverse=True))
words.sort(key=lambda w: ask(w[-1]))
print(words)
print(min(words, key=lambda w: ask(len(w))), max(words, key=lambda w: ask(len(w))))
print(min(1, 5, -3, key=lambda x: ask(abs(x))))
