# A comment
if x:  # another

    y = (1,
         # inside
         2)
	
    if z: \
        w
  # an odd column
v
