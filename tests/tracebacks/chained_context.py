try:
    [][3]
except IndexError:
    {}["also"]
